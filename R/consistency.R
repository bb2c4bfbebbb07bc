# Consistency: are the LRs calibrated, and in which range? The test of calibration, the range of LRs
# that are shown to be calibrated, the curve of overstatement, and Turing's bounds of misleading
# LRs. Begin with consistency-test; the band of calibrated LRs is in interval-calibration-band,
# because curves of the core draw it.
#
# Other rooms use:
#   consistency-plot-range: proven_findings
#   consistency-range: calibration_range
#   consistency-test: calibration_test
