"""Planar domains and their .poly files. Imported, never run."""


class Domain:
    def __init__(self):
        self.points, self.segments, self.holes = [], [], []

    def path(self, points, closed=True):
        first = len(self.points)
        self.points += points
        count = len(points)
        self.segments += [(first + i, first + (i + 1) % count) for i in range(count if closed else count - 1)]
        return self

    def box(self, low, high):
        return self.path([(low, low), (high, low), (high, high), (low, high)])

    def write(self, file):
        with open(file, "w") as out:
            print(len(self.points), 2, 0, 0, file=out)
            for number, (x, y) in enumerate(self.points):
                print(number, repr(x), repr(y), file=out)
            print(len(self.segments), 0, file=out)
            for number, (a, b) in enumerate(self.segments):
                print(number, a, b, file=out)
            print(len(self.holes), file=out)
            for number, (x, y) in enumerate(self.holes):
                print(number, x, y, file=out)
