# Keeps the contrast of colours with the background. On a dark background, light and dark are
# exchanged: black becomes white. Scales and layers of the user keep their colours.
on_ground <- function(plot) {
  fill <- \(name) ggplot2::calc_element(name, plot$theme)$fill
  ground <- stats::na.omit(c(fill("panel.background"), fill("plot.background"), "white"))[1]
  paper <- lab_colours(ground)[1]
  if (paper > 99) return(plot)
  lapply(plot$scales$scales, turn_scale, paper)
  plot$layers <- lapply(plot$layers, turned_layer, paper)
  # Defaults of geoms belong to the theme since ggplot2 4.0.
  if (paper > least_light || utils::packageVersion("ggplot2") < "4.0.0") return(plot)
  defaults <- getExportedValue("ggplot2", "element_geom")(ink = "white", paper = ground)
  plot + ggplot2::theme(geom = defaults)
}

lab_colours <- \(x) grDevices::convertColor(t(grDevices::col2rgb(x)) / 255, "sRGB", "Lab")

# Lightness of the darkest background on which lines are black; grey 50 is darker.
least_light <- 54

# Letters have more contrast in black than in white on this ground and on fills, which are lighter.
is_middle <- function(paper) paper > 49.5 && paper <= least_light

# Lightness from that of ink to that of the paper, with unit slope at the paper.
turned_colours <- function(colours, paper) {
  if (!is.character(colours)) return(colours)
  lab <- lab_colours(colours)
  ink <- if (paper > least_light) 0 else 100
  lab[, 1] <- ink + (paper - ink) * (lab[, 1] / 100)^(100 / abs(paper - ink))
  turned <- grDevices::rgb(grDevices::convertColor(lab, "Lab", "sRGB"))
  replace(colours, !is.na(colours), turned[!is.na(colours)])
}

turn_scale <- function(scale, paper) {
  palette <- scale$palette
  if (isTRUE(scale$is_ours) && any(c("colour", "fill") %in% scale$aesthetics)) {
    scale$palette <- \(...) turned_colours(palette(...), paper)
  }
}

# Plots share layers, so a copy is changed. Its keys leave a border of their ground, which may be
# another one than that of the legend.
turned_layer <- function(layer, paper) {
  if (!isTRUE(layer$is_ours)) return(layer)
  turned <- \(looks) {
    stated <- intersect(c("colour", "fill"), names(looks))
    replace(looks, stated, lapply(looks[stated], turned_colours, paper))
  }
  inset <- grid::viewport(width = 0.85, height = 0.85)
  geom <- ggplot2::ggproto(NULL, layer$geom,
    default_aes = turned(layer$geom$default_aes),
    draw_key = \(...) grid::grobTree(layer$geom$draw_key(...), vp = inset),
    draw_layer = function(self, data, ...) {
      if (inherits(self, c("GeomText", "GeomLabel")) && is_middle(paper)) data$colour <- "black"
      layer$geom$draw_layer(data, ...)
    }
  )
  ggplot2::ggproto(NULL, layer, aes_params = turned(layer$aes_params), geom = geom)
}
