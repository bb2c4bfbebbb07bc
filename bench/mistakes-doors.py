"""Makes slips of new users with the package for Python and with the program, and prints the
messages. bench/mistakes-doors.py python|shell FOLDER     FOLDER has the files of
bench/mistakes-doors.sh"""
import contextlib
import io
import os
import subprocess
import sys
import warnings

# Code of the user, and a word of the remedy that the answer must contain.
PYTHON = [
    ("truth before scores", 'cal.eer(same, score, scale="score")', "are they exchanged"),
    ("names of scikit-learn", "cal.auc(y_true=same, y_score=score)", "Did you mean"),
    ("another function's name", "cal.roc_curve(score, same)", "Did you mean 'det_curve'"),
    ("no scale", "cal.cllr(log10_lr, same)", "must be one of ln, log10"),
    ("a scale that does not exist", 'cal.cllr(log10_lr, same, scale="log")', "'ln' or 'log10'"),
    ("LRs as logarithms", 'cal.cllr(lr, same, scale="log10")', 'have the scale "lr"'),
    ("log10 LRs as natural ones", 'cal.cllr(log10_lr, same, scale="ln")', "look like log10 LRs"),
    ("probabilities as LRs", 'cal.cllr(p, same, scale="lr")', 'have the scale "prob"'),
    ("probabilities without their prior", 'cal.cllr(p, same, scale="prob")', "need the `prior`"),
    ("labels without their meaning", 'cal.cllr(log10_lr, label, scale="log10")', "`h1` names"),
    ("a label in capitals", 'cal.cllr(log10_lr, label, scale="log10", h1="Same")', "Did you mean 'same'"),
    ("labels reversed", 'cal.eer(log10_lr, label, scale="log10", h1="different")', "the right way round"),
    ("distances as scores", "cal.auc([-x for x in score], same, scale=\"score\")", "minus sign"),
    ("a value that is missing", 'cal.cllr([float("nan"), *log10_lr[1:]], same, scale="log10")', "index 0 is NaN"),
    ("a code for no result", 'cal.eer([-999, *score[1:]], same, scale="score")', "code for no result"),
    ("lengths that differ", 'cal.cllr(log10_lr, same[1:], scale="log10")', "one element per trial"),
    ("measures of calibration of scores", 'cal.cllr(score, same, scale="score")', "Calibrate them first"),
    ("hypotheses that are separated", 'cal.calibrate([1, 2, 3, 4], [0, 0, 1, 1], scale="score")', "penalty"),
    ("a method that does not exist", 'cal.calibrate(score, same, scale="score", method="platt")',
     "Did you mean 'logistic'"),
    ("scores far from those of training", 'cal.calibrate(score, same, scale="score").predict([500])', "bound_lr"),
    ("a level in per cent", 'cal.measures(log10_lr, same, scale="log10", level=95)', "inside \\(0, 1\\)"),
    ("a file that is not there", 'cal.read_calibration("fit.jsn")', "No such file"),
    ("a scale by its place", 'cal.cllr(log10_lr, same, "log10")', "They are x, truth, scale="),
    ("key and scores exchanged", 'cal.read_scores("key.txt", "scores.txt")', "exchanged"),
    ("a measure that is not here", 'cal.measures(log10_lr, same, scale="log10", which="brier")', "one of cllr"),
    ("a type of scikit-learn", 'cal.calibrate(score, same, scale="score").predict(score, type="proba")',
     "Did you mean 'posterior'"),
    ("a rate by another name", 'cal.threshold_at(score, same, at="fpr", rate=0.01, scale="score")',
     "Did you mean 'p_fa'"),
    ("a prior as text", 'cal.dcf(log10_lr, same, prior="0.01", scale="log10")', "it is text"),
    ("a prior in per cent", 'cal.cross_entropy(log10_lr, same, scale="log10", prior=50)', "between 0 and 1"),
    ("scores without a set for a plot", "cal.plot_det(score)", "lr_set\\(\\)"),
    ("an argument of scikit-learn", 'cal.eer(score, same, scale="score", pos_label=1)', "Did you mean 'h1'"),
    ("replicates by another name", 'cal.measures(log10_lr, same, scale="log10", n_boot=100)',
     "Did you mean 'replicates'"),
    ("a file in the place of scores", 'cal.cllr("llr.csv", scale="log10")', "read_scores"),
    ("the same system twice", "cal.fuse(list(zip(score, score)), same)", "Leave one out"),
    ("a fit and its file exchanged", 'cal.write_calibration("fit.json", 1)', "made by calibrate"),
    ("a measure that scikit-learn has", "cal.accuracy_score(same, score)", "Did you mean 'bayes_error'"),
    ("a dictionary for an array", 'cal.eer({"a": 1.0}, same, scale="score")', "it is a dictionary"),
    ("a method of scikit-learn on a fit", 'cal.calibrate(score, same, scale="score").predict_proba(score)',
     "Did you mean 'predict'"),
    ("coefficients by another name", 'cal.calibrate(score, same, scale="score").coef_', "Did you mean 'coef'"),
    ("a fit that is to save itself", 'cal.calibrate(score, same, scale="score").save("fit.json")',
     "write_calibration"),
    ("a measure as a method", 'cal.lr_set(score, same, "score").eer()', "f\\(x\\)"),
    ("an argument by its place beside a set", 'cal.threshold_at(cal.lr_set(score, same, "score"), "eer")',
     "Name other"),
    ("an argument that no program has", 'cal.measures(score, same, scale="score", n=100)', "They are x, truth"),
    ("the name of the constant for an input", 'cal.fuse({"offset": score, "b": p}, same)', "Rename the column"),
    ("half a record", 'cal.Calibration({"method": "logistic"})', "not a calibrant calibration"),
    ("a verb of scikit-learn", 'cal.fit(score, same)', "Did you mean 'calibrate'"),
    ("the DCF of a competition", 'cal.act_dcf(log10_lr, same, scale="log10")', "Did you mean 'dcf'"),
    ("LRs of H1 and of H2", "cal.cllr(log10_lr[:120], log10_lr[120:])", "lr_set\\(\\[\\*h1"),
    ("a list as in R", 'cal.lr_set({"h1": log10_lr[:120], "h2": log10_lr[120:]}, scale="log10")', "lr_set\\(\\[\\*h1"),
    ("pairs of value and truth", 'cal.cllr(list(zip(log10_lr, same)), scale="log10")', "zip\\(\\*x\\)"),
    ("both columns of predict_proba", 'cal.cllr([[1 - q, q] for q in p], same, scale="prob", prior=0.2)', "x\\[:, 1\\]"),
    ("numbers as text", 'cal.cllr([str(v) for v in log10_lr], same, scale="log10")', "float\\(\\)"),
    ("bounds of a calibration", 'cal.bound_lr(cal.calibrate(score, same, scale="score"))', "predict\\(\\) gives LRs"),
    ("a fit as CSV", 'cal.write_calibration(cal.calibrate(score, same, scale="score"), "fit.csv")', "end in .json"),
    ("scores for their file", "cal.read_scores(score)", "lr_set\\(\\) takes"),
    ("a method of R", 'cal.calibrate(score, same, scale="score", method="kde")', "read_calibration\\(\\)"),
    ("a verb of R", "cal.summary(score)", "Did you mean 'measures'"),
    ("a setting of scikit-learn", "cal.LRCalibrator(C=1)", "Did you mean 'penalty'"),
    ("a logarithm by a dash", 'cal.cllr(log10_lr, same, scale="log-odds")', "Did you mean 'ln'"),
]
SHELL = [
    ("a command misspelt", "calibrant jugde llr.csv", "judge"),
    ("an option misspelt", "calibrant judge llr.csv --scal log10", "--scale"),
    ("a scale that does not exist", "calibrant judge llr.csv --scale log", "log10"),
    ("a file that is not there", "calibrant judge lr.csv --scale log10", "no such file"),
    ("scores without truth", "calibrant judge scores.txt", "--key"),
    ("key and scores exchanged", "calibrant judge key.txt --key scores.txt", "exchanged"),
    ("a column misspelt", "calibrant judge llr.csv --scale log10 --truth sme", "truth"),
    ("LRs as logarithms", "calibrant judge lr.csv2 --scale log10 --replicates 0", "scale"),
    ("log10 LRs as natural ones", "calibrant judge llr.csv --scale ln --replicates 0", "log10"),
    ("probabilities without their prior", "calibrant judge p.csv --scale prob", "prior"),
    ("labels reversed", "calibrant judge llr.csv --scale log10 --h1 different --replicates 0", "h1"),
    ("a measure misspelt", "calibrant judge llr.csv --scale log10 --which Cllr", "cllr"),
    ("a decimal comma in an option", "calibrant judge llr.csv --scale log10 --which dcf --prior 0,01", "prior"),
    ("a measure of LRs of scores", "calibrant judge scores.txt --key key.txt --which cllr", "calibrant calibrate"),
    ("a picture that does not exist", "calibrant judge llr.csv --scale log10 --plot roc.png", "det=det.png"),
    ("a folder that is not there", "calibrant calibrate scores.txt --key key.txt -o no/fit.json", "folder"),
    ("something else for a calibration", "calibrant apply llr.csv scores.txt", "calibrant calibrate"),
    ("an option without its dashes", "calibrant judge llr.csv scale=log10", "--scale=log10"),
    ("an option of another program", "calibrant judge llr.csv --scale log10 --measures cllr", "--which"),
    ("an option with one dash", "calibrant judge llr.csv -scale log10", "--scale"),
    ("a level in per cent", "calibrant judge llr.csv --scale log10 --level 95", "0.95"),
    ("a calibration that does not exist", "calibrant calibrate llr.csv --scale log10 --method platt", 'Do you mean "logistic"'),
    ("trials in the place of conclusions", "calibrant conclusions llr.csv", "--columns"),
    ("a command in the singular", "calibrant conclusion llr.csv", "conclusions"),
    ("scores to be explained", "calibrant explain llr.csv", "--scale"),
    ("no shell to complete", "calibrant completion", "bash"),
    ("files exchanged", "calibrant apply llr.csv fit.json", "JSON"),
    ("a file left out", "calibrant apply fit.json", "apply FIT.json FILE"),
    ("the manual by another name", "calibrant manuel", "manual"),
    ("more than one answer asked for", "calibrant help judgement", "judge"),
    ("a measure for a command", "calibrant cllr llr.csv --scale log10", 'Do you mean "judge"'),
    ("a verb of another program", "calibrant train scores.txt --key key.txt", 'Do you mean "calibrate"'),
    ("a command as an option", "calibrant --judge llr.csv", 'Do you mean "judge"'),
    ("a calibration to be judged", "echo '{' >fit.json; calibrant judge fit.json", "calibrant apply"),
    ("a prior in per cent", "calibrant judge llr.csv --scale log10 --prior 1%", "0.05"),
    ("a plan without a criterion", "calibrant plan -o plan.json", "--accuracy 'cllr < 0.5'"),
    ("a report as text", "calibrant report llr.csv --scale log10 -o report.txt", "html"),
    ("one file to be fused", "calibrant fuse llr.csv --scale log10", "--score a,b"),
    ("an address for a file", "calibrant judge https://example.org/llr.csv", "no such file"),
    ("a folder for a file", "calibrant judge . --scale log10", "folder"),
    ("a name with blanks", "cp llr.csv 'two words.csv'; calibrant judge two words.csv --scale log10", "in quotes"),
    ("odds for a prior", "calibrant judge llr.csv --scale log10 --prior 1:99", "odds of 1:19"),
    ("a picture without its file", "calibrant judge llr.csv --scale log10 --plot det", "det=det.png"),
    ("a language that is not there", "calibrant explain llr.csv --scale log10 --language fr", '"en" or "de"'),
    ("a language by its name", "calibrant explain llr.csv --scale log10 --language german", 'Do you mean "de"'),
    ("a pipe without a file", "cat llr.csv | calibrant judge --scale log10", "standard input"),
    ("a scale in two words", "calibrant judge llr.csv --scale 'log 10'", 'Do you mean "log10"'),
    ("a calibration as text", "calibrant calibrate llr.csv --scale log10 -o fit.txt", "json"),
    ("a folder for the output", "calibrant calibrate llr.csv --scale log10 -o .", "must be a file"),
    ("labels that the file does not have", "calibrant judge llr.csv --scale log10 --h1 match", "labels of the trials"),
    ("columns with colons", "calibrant judge llr.csv --scale log10 --columns score:1,truth:2", "score=4,truth=label"),
    ("a method by another name", "calibrant calibrate llr.csv --scale log10 --method log", 'Do you mean "logistic"'),
]


def said_by_python(code, names):
    out = io.StringIO()
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stderr(out):
        warnings.simplefilter("always")
        try:
            eval(code, dict(names))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
    return " ".join(f"{w.category.__name__}: {w.message}" for w in caught) + out.getvalue()


def said_by_shell(command, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True)
    return f"status {done.returncode}: {' '.join(done.stderr.split())}" if done.stderr.strip() else ""


def main():
    import re
    door, folder = sys.argv[1], sys.argv[2]
    if door == "python":
        import csv
        os.chdir(folder)
        import calibrant as cal
        rows = list(csv.DictReader(open(os.path.join(folder, "all.csv"), encoding="utf-8")))
        names = {name: [float(row[name]) for row in rows] for name in ("log10_lr", "lr", "p", "score")}
        names |= {"cal": cal, "label": [row["label"] for row in rows],
                  "same": [int(row["label"] == "same") for row in rows]}
        found = [(what, code, said_by_python(code, names), word) for what, code, word in PYTHON]
    else:
        found = [(what, code, said_by_shell(code, folder), word) for what, code, word in SHELL]
    wrong = 0
    for i, (what, code, said, word) in enumerate(found, 1):
        helps = bool(re.search(word, said))
        wrong += not helps
        code, said = (text.replace("|", "\\|").replace(folder, "") for text in (code, said))
        print(f"| {i} | {what} | `{code}` | {said if said else '(nothing)'}{'' if helps else ' **no remedy**'} |")
    print(f"\n{len(found)} slips, {wrong} without a helpful answer.")
    return wrong


if __name__ == "__main__":
    sys.exit(main() > 0)
