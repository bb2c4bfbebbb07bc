// The exercises of the course, as steps at the sliders.
import { tr } from "./words.js";

export const exercises = () => [
  {
    title: tr("A shift"),
    task: tr("Give every LR a little more weight for H1: a shift of 0.5."),
    setUp: { shift: 0.5 },
    look: tr("Which hypothesis does the system favour now? Find it in the Tippett plot and in the PAV plot, then shift to the other side."),
    answer: tr("H1. Both Tippett curves move to the right, more of H2 has LRs above 1, and in the PAV plot the steps lie below the dotted line: the LRs deserve to be smaller by 0.5. Cllr_min stays, so all of the loss is calibration."),
  },
  {
    title: tr("Timid and overconfident"),
    task: tr("Double every log LR: a stretch of 2. Then halve it: 0.5."),
    setUp: { stretch: 2 },
    look: tr("At which priors does each of the two do harm? Which of them is worse?"),
    answer: tr("The overconfident system is worse than no evidence at priors far from even odds, where its few strong and wrong LRs count most. The timid one loses information everywhere and does harm nowhere. The order of the LRs is the same, and so are the dashed line and the EER."),
  },
  {
    title: tr("One LR of zero"),
    task: tr("Let one comparison under H1 have LR = 0: it claims that H1 is impossible, and H1 is true."),
    setUp: { certain: true },
    look: tr("What happens to Cllr and to the ECE plot? Why is that right?"),
    answer: tr("Both are infinite. Whoever believes LR = 0 can never be convinced again, whatever other evidence there is. The curve after PAV stays finite: PAV does not repeat the claim."),
  },
  {
    title: tr("Small samples"),
    task: tr("Take 20 comparisons of each hypothesis from a perfectly calibrated system, and draw new samples again and again."),
    setUp: { nH1: 20, nH2: 20 },
    look: tr("Watch the calibration part of Cllr. Why is it never zero although the system is perfect? Then raise the numbers."),
    answer: tr("PAV fits the accidents of the sample, so Cllr_min flatters and the difference is positive. With some hundred comparisons it is small."),
  },
  {
    title: tr("What discrimination is worth"),
    task: tr("Begin with s = 0.5 and raise it to 4."),
    setUp: { s: 0.5 },
    look: tr("From which s on is half of the missing information delivered at even odds? What does the EER say there?"),
    answer: tr("Cllr is 0.5 at about s = 2, where the EER is about 16 %: of a calibrated Gaussian system one number follows from the other."),
  },
  {
    title: tr("The prior is not the system's"),
    task: tr("Set a prior of 1 in 1 000 and an overconfident system."),
    setUp: { stretch: 1.5, prior: 0.001 },
    look: tr("Read the sentences. Does the evidence help at this prior? Move the prior until it does."),
    answer: tr("At long odds nearly all comparisons are under H2, so that rare false support for H1 costs most. The sentences name the priors at which the LRs help; the system does not know which one holds."),
  },
];
