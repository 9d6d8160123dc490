"""scikit-learn's side of the benchmarks, run by the Python that has it.

    sklearn_peer.py pass DATA FEATURES         load_svmlight_file and one pass of Perceptron
    sklearn_peer.py epoch DATA FEATURES KIND   loads once (KIND: sparse or dense), then for each line read answers with the seconds of one epoch
"""
import json
import os
import resource
import sys
import warnings

import numpy
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import Perceptron

warnings.filterwarnings("ignore")  # that one epoch does not converge


def load(data, features):
    x, y = load_svmlight_file(data, n_features=int(features))
    x.indices, x.indptr = x.indices.astype(numpy.int32), x.indptr.astype(numpy.int32)  # it refuses the 64-bit ones that it makes
    return x, y


def fit(x, y, epochs):
    before, begin = resource.getrusage(resource.RUSAGE_SELF).ru_utime, os.times().elapsed
    Perceptron(shuffle=False, tol=None, max_iter=epochs).fit(x, y)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before, os.times().elapsed - begin


def main():
    what, data, features, *kind = sys.argv[1:]
    x, y = load(data, features)
    if what == "pass":
        fit(x, y, 1)
        return
    if kind == ["dense"]:
        x = numpy.ascontiguousarray(x.toarray())
    few, many = 1, 11
    for _ in sys.stdin:
        long, short = fit(x, y, many), fit(x, y, few)
        cpu, wall = ((a - b) / (many - few) for a, b in zip(long, short))
        print(json.dumps({"cpu": cpu, "wall": wall, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}), flush=True)


if __name__ == "__main__":
    main()
