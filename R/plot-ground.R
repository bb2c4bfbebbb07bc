# On a dark ground light and dark change places: black becomes white, and white the ground. Scales
# and layers that the user has added keep their colours.
on_ground <- function(plot) {
  ground <- ground_of(plot$theme)
  if (to_lab(ground)[1] > 60) return(plot)
  turn <- \(colours) turned_colours(colours, to_lab(ground)[1])
  ours <- \(part) isTRUE(part$is_ours)
  for (scale in Filter(ours, plot$scales$scales)) {
    if (any(c("colour", "fill") %in% scale$aesthetics)) {
      scale$palette <- turned_palette(scale$palette, turn)
    }
  }
  ours <- vapply(plot$layers, ours, NA)
  plot$layers[ours] <- lapply(plot$layers[ours], turned_layer, turn)
  # Defaults of geoms belong to the theme since ggplot2 4.0.
  if (utils::packageVersion("ggplot2") < "4.0.0") return(plot)
  defaults <- getExportedValue("ggplot2", "element_geom")(ink = turn("black"), paper = ground)
  plot + ggplot2::theme(geom = defaults)
}

ground_of <- function(theme) {
  fills <- lapply(c("panel.background", "plot.background"), \(name) {
    ggplot2::calc_element(name, theme)$fill
  })
  stats::na.omit(c(unlist(fills), "white"))[1]
}

to_lab <- function(colours) {
  grDevices::convertColor(t(grDevices::col2rgb(colours)) / 255, "sRGB", "Lab")
}

turned_colours <- function(colours, ground) {
  if (!is.character(colours)) return(colours)
  lab <- to_lab(colours)
  lab[, 1] <- 100 - lab[, 1] * (1 - ground / 100)
  turned <- grDevices::rgb(grDevices::convertColor(lab, "Lab", "sRGB"))
  replace(colours, !is.na(colours), turned[!is.na(colours)])
}

turned_palette <- function(palette, turn) {
  force(palette)
  \(...) turn(palette(...))
}

# Plots share layers, so a copy is changed.
turned_layer <- function(layer, turn) {
  each <- \(looks) {
    stated <- intersect(c("colour", "fill"), names(looks))
    replace(looks, stated, lapply(looks[stated], turn))
  }
  geom <- ggplot2::ggproto(NULL, layer$geom, default_aes = each(layer$geom$default_aes))
  ggplot2::ggproto(NULL, layer, aes_params = each(layer$aes_params), geom = geom)
}
