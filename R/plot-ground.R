# On a dark ground light and dark are exchanged: black becomes white, and white the ground. Scales
# and layers of the user keep their colours.
on_ground <- function(plot) {
  fill <- \(name) ggplot2::calc_element(name, plot$theme)$fill
  ground <- stats::na.omit(c(fill("panel.background"), fill("plot.background"), "white"))[1]
  dark <- 1 - mean(grDevices::col2rgb(ground)) / 255
  if (dark < 0.4) return(plot)
  lapply(plot$scales$scales, turn_scale, dark)
  plot$layers <- lapply(plot$layers, turned_layer, dark)
  # Defaults of geoms belong to the theme since ggplot2 4.0.
  if (utils::packageVersion("ggplot2") < "4.0.0") return(plot)
  defaults <- getExportedValue("ggplot2", "element_geom")(ink = "white", paper = ground)
  plot + ggplot2::theme(geom = defaults)
}

turned_colours <- function(colours, dark) {
  if (!is.character(colours)) return(colours)
  lab <- grDevices::convertColor(t(grDevices::col2rgb(colours)) / 255, "sRGB", "Lab")
  lab[, 1] <- 100 - lab[, 1] * dark
  turned <- grDevices::rgb(grDevices::convertColor(lab, "Lab", "sRGB"))
  replace(colours, !is.na(colours), turned[!is.na(colours)])
}

turn_scale <- function(scale, dark) {
  palette <- scale$palette
  if (isTRUE(scale$is_ours) && any(c("colour", "fill") %in% scale$aesthetics)) {
    scale$palette <- \(...) turned_colours(palette(...), dark)
  }
}

# Plots share layers, so a copy is changed.
turned_layer <- function(layer, dark) {
  if (!isTRUE(layer$is_ours)) return(layer)
  turned <- \(looks) {
    stated <- intersect(c("colour", "fill"), names(looks))
    replace(looks, stated, lapply(looks[stated], turned_colours, dark))
  }
  geom <- ggplot2::ggproto(NULL, layer$geom, default_aes = turned(layer$geom$default_aes))
  ggplot2::ggproto(NULL, layer, aes_params = turned(layer$aes_params), geom = geom)
}
