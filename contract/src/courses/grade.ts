/* How grades add up, for both sides: the server shows the grade so far, and the web app what it would be. */

/** A part of the grade, such as lab reports. */
export interface GradePart {
  readonly id: string;
  /** Its share beside the other parts; null where points alone count. */
  readonly weight: number | null;
  /** So many of the lowest results do not count; one always does. */
  readonly dropLowest: number;
}

/** A result, or what somebody supposes it will be. */
export interface GradeItem {
  readonly part: string | null;
  /** Null: not graded. */
  readonly score: number | null;
  /** Of a perfect result; 0 or null: extra credit. */
  readonly points: number | null;
  readonly isExcused: boolean;
}

/** How a part stands. */
export interface PartGrade {
  readonly id: string;
  readonly score: number;
  readonly points: number;
  /** 0 to 100, or more with extra credit; null while nothing is graded. */
  readonly percent: number | null;
}

export interface CourseGrade {
  readonly percent: number | null;
  readonly parts: readonly PartGrade[];
}

interface Counted {
  readonly score: number;
  readonly points: number;
}

const countedOf = (items: readonly GradeItem[]): Counted[] =>
  items.flatMap(({ score, points, isExcused }) =>
    score === null || isExcused ? [] : [{ score, points: Math.max(0, points ?? 0) }],
  );

/** Leaves out the results with the lowest share of their points; extra credit is never left out. */
const withoutLowest = (items: readonly Counted[], count: number): readonly Counted[] => {
  const scored = items.filter(({ points }) => points > 0);
  const dropped = new Set(
    scored
      .toSorted((a, b) => a.score / a.points - b.score / b.points || b.points - a.points)
      .slice(0, Math.max(0, Math.min(count, scored.length - 1))),
  );
  return items.filter((item) => !dropped.has(item));
};

const sum = (items: readonly Counted[]) => {
  const score = items.reduce((all, one) => all + one.score, 0);
  const points = items.reduce((all, one) => all + one.points, 0);
  return { score, points, percent: points > 0 ? (score / points) * 100 : null };
};

/**
 * The grade so far. With weights, each part counts by its weight among the parts that have a result; without, every point counts
 * alike. What belongs to no part does not count in a course with weights.
 */
export const gradeOf = (parts: readonly GradePart[], items: readonly GradeItem[]): CourseGrade => {
  const graded = parts.map((part) => {
    const own = countedOf(items.filter((item) => item.part === part.id));
    const counted = withoutLowest(own, part.dropLowest);
    return { part, counted, ...sum(counted) };
  });
  const isWeighted = parts.some(({ weight }) => (weight ?? 0) > 0);
  const views = graded.map(({ part, score, points, percent }) => ({
    id: part.id,
    score,
    points,
    percent,
  }));
  if (!isWeighted) {
    const known = new Set(parts.map(({ id }) => id));
    const loose = countedOf(items.filter(({ part }) => part === null || !known.has(part)));
    return {
      percent: sum([...graded.flatMap(({ counted }) => counted), ...loose]).percent,
      parts: views,
    };
  }
  let weights = 0;
  let total = 0;
  for (const { part, percent } of graded) {
    if (percent === null) continue;
    weights += part.weight ?? 0;
    total += (part.weight ?? 0) * percent;
  }
  return { percent: weights > 0 ? total / weights : null, parts: views };
};
