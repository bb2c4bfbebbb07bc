# Builds the pages of the site in site/ by pkgdown, without the network; finish.R then makes them
# stand alone. SITE_PARTS="home articles" builds only these parts.
options(pkgdown.internet = FALSE, cli.progress_show_after = Inf)
parts <- strsplit(Sys.getenv("SITE_PARTS", "home reference articles news"), " ")[[1]]

pkg <- pkgdown::as_pkgdown(".")
pkgdown::init_site(pkg)

if ("home" %in% parts) {
  suppressMessages(library(calibrant))
  product <- subset(voice_lr, evidence == "all ten")
  voice <- lr_set(same_speaker ~ log10_lr,
    data = product, scale = "log10", source1 = "speaker1", source2 = "speaker2"
  )
  picture <- plot_ece(c(raw = voice, calibrated = cross_calibrate(voice, folds = "source")))
  ggplot2::ggsave(
    "site/home.png", picture + theme_calibrant(), ragg::agg_png,
    width = 7.5, height = 3.8, dpi = 144
  )
  pkgdown::build_home(pkg, preview = FALSE, quiet = TRUE)
}
if ("reference" %in% parts) pkgdown::build_reference(pkg, preview = FALSE, devel = FALSE)
if ("articles" %in% parts) pkgdown::build_articles(pkg, preview = FALSE, quiet = TRUE)
if ("news" %in% parts) pkgdown::build_news(pkg, preview = FALSE)
