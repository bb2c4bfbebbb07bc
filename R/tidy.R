# Tables for other packages: tidy(), glance() and augment(), tables of knitr and flextable,
# metrics of yardstick. Begin with tidy-methods.
#
# No other room uses it.
