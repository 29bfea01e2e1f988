/* Calculates grades on both sides: the server shows the grade so far, and the web app what-if grades. */

/** A part of the grade, such as lab reports. */
export interface GradePart {
  readonly id: string;
  /** Weight relative to the other parts, or null if only points count. */
  readonly weight: number | null;
  /** Number of lowest results that don't count. One result always counts. */
  readonly dropLowest: number;
  /** Number of highest results that don't count. One result always counts. */
  readonly dropHighest?: number;
  /** IDs of coursework that is never dropped. */
  readonly neverDrop?: readonly string[];
}

/** A result, or a what-if score. */
export interface GradeItem {
  readonly id?: string;
  readonly part: string | null;
  /** False if the item doesn't count toward the grade. */
  readonly counts?: boolean;
  /** Null if not graded. */
  readonly score: number | null;
  /** Maximum points; 0 or null for extra credit. */
  readonly points: number | null;
  readonly isExcused: boolean;
}

/** Totals of a part. */
export interface PartGrade {
  readonly id: string;
  readonly score: number;
  readonly points: number;
  /** 0 to 100, or more with extra credit, or null while nothing is graded. */
  readonly percent: number | null;
}

export interface CourseGrade {
  readonly percent: number | null;
  readonly parts: readonly PartGrade[];
}

interface Counted {
  readonly id: string | undefined;
  readonly score: number;
  readonly points: number;
}

const countedOf = (items: readonly GradeItem[]): Counted[] =>
  items.flatMap(({ id, score, points, isExcused, counts = true }) =>
    score === null || isExcused || !counts ? [] : [{ id, score, points: Math.max(0, points ?? 0) }],
  );

const sum = (items: readonly Counted[]) => {
  const score = items.reduce((all, one) => all + one.score, 0);
  const points = items.reduce((all, one) => all + one.points, 0);
  return { score, points, percent: points > 0 ? (score / points) * 100 : null };
};

/**
 * Returns the `count` results of `items` that, together with `held`, give the best total, or the worst with `sign` -1. These aren't always
 * the results with the highest percentages, because a result with few points changes the total little. Uses Dinkelbach's method for
 * ratios of sums, which improves the total in each step.
 */
const keep = (
  items: readonly Counted[],
  held: readonly Counted[],
  count: number,
  sign: 1 | -1,
): readonly Counted[] => {
  if (items.length <= count) return items;
  const best = (share: number) =>
    items
      .toSorted((a, b) => sign * (b.score - share * b.points - (a.score - share * a.points)))
      .slice(0, count);
  let share = 0;
  let kept = best(share);
  for (let step = 0; step < 50; step += 1) {
    const { score, points } = sum([...held, ...kept]);
    if (points === 0 || Math.abs(score / points - share) < 1e-12) break;
    share = score / points;
    kept = best(share);
  }
  return kept;
};

/**
 * Applies a part's drop rules like Canvas: first the lowest results, then the highest of the rest, but never all of them. The results that
 * are never dropped count toward the total that decides.
 */
const withoutDropped = (
  items: readonly Counted[],
  { dropLowest, dropHighest = 0, neverDrop = [] }: GradePart,
): readonly Counted[] => {
  const isHeld = ({ id }: Counted) => id !== undefined && neverDrop.includes(id);
  const held = items.filter(isHeld);
  const others = items.filter((item) => !isHeld(item));
  const high = Math.max(1, others.length - dropLowest);
  const low = Math.max(1, others.length - dropLowest - dropHighest);
  return [...held, ...keep(keep(others, held, high, 1), held, low, -1)];
};

/**
 * Returns the grade so far. With weights, each part that has a result counts by its weight; without weights, every point counts
 * the same. In a course with weights, items without a part don't count.
 */
export const gradeOf = (parts: readonly GradePart[], items: readonly GradeItem[]): CourseGrade => {
  const graded = parts.map((part) => {
    const own = countedOf(items.filter((item) => item.part === part.id));
    const counted = withoutDropped(own, part);
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

/** What the remaining work needs for a target grade. */
export type GradeGoal =
  /** All work is graded. */
  | { readonly state: 'done'; readonly percent: number | null }
  /** Even with 0 on the remaining work, the grade is at least the target. */
  | { readonly state: 'reached' }
  /** `average`: the lowest average, in percent with one decimal. */
  | { readonly state: 'open'; readonly average: number }
  /** `best`: the grade with full points on the remaining work. */
  | { readonly state: 'impossible'; readonly best: number };

const tolerance = 1e-9;

/**
 * Returns the average on the remaining work with which the grade reaches the target, or null if the rules don't allow an answer: where a
 * part drops its highest results, a better score can lower the grade. So it can without weights, where a part that drops its lowest results
 * can keep a result with a better percentage but fewer points.
 */
export const goalOf = (
  parts: readonly GradePart[],
  items: readonly GradeItem[],
  target: number,
): GradeGoal | null => {
  const isWeighted = parts.some(({ weight }) => (weight ?? 0) > 0);
  const counting = new Set(
    parts.filter(({ weight }) => !isWeighted || (weight ?? 0) > 0).map(({ id }) => id),
  );
  const isOpen = ({ score, points, isExcused, counts = true, part }: GradeItem): boolean =>
    score === null &&
    !isExcused &&
    counts &&
    (points ?? 0) > 0 &&
    (!isWeighted || (part !== null && counting.has(part)));
  const open = items.filter(isOpen);
  const hasOpen = (id: string) => open.some(({ part }) => part === id);
  const hasOther = (id: string) =>
    items.some((item) => item.part !== id && item.counts !== false && !item.isExcused);
  const isUncertain = ({ id, dropLowest, dropHighest = 0 }: GradePart) =>
    dropHighest > 0 || (dropLowest > 0 && !isWeighted && hasOther(id));
  if (parts.some((one) => hasOpen(one.id) && isUncertain(one))) return null;
  const gradeAt = (average: number): number | null =>
    gradeOf(
      parts,
      items.map((item) =>
        isOpen(item) ? { ...item, score: ((item.points ?? 0) * average) / 100 } : item,
      ),
    ).percent;
  if (open.length === 0) return { state: 'done', percent: gradeAt(0) };
  const [least, best] = [gradeAt(0) ?? 0, gradeAt(100) ?? 0];
  if (least >= target - tolerance) return { state: 'reached' };
  if (best < target - tolerance) return { state: 'impossible', best };
  // Better scores never lower the grade, so the lowest average is between these.
  let [low, high] = [0, 1_000];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((gradeAt(middle / 10) ?? 0) >= target - tolerance) high = middle;
    else low = middle;
  }
  return { state: 'open', average: high / 10 };
};
