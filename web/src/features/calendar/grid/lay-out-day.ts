import type { Block } from '../calendar-times.ts';
import { minutesOfBlock } from '../calendar-times.ts';

/** The narrowest block, in pixels. */
export const narrowest = 64;
/** Blocks of at least this width, in pixels, are side by side. If they would be narrower, later blocks cover part of earlier ones. */
const comfortable = 96;
/** Minutes that the first line of text takes up. Later blocks cover an earlier one only below it. */
const lineMinutes = 30;
/** If two blocks start together, the pixels of the earlier one that stay visible. */
const leastSeen = 48;

/** A block and its position, in fractions of the day's width. Later blocks are in front of earlier ones. */
export interface PlacedBlock {
  readonly block: Block;
  readonly start: number;
  readonly width: number;
  /** The part of the width that another block covers at its first line. */
  readonly covered: number;
}

/** Blocks that don't fit. A button lists them. */
export interface MoreBlocks {
  /** The minute of the day at which the button ends: the end of the last block beside them, so that it covers no title. */
  readonly until: number;
  readonly blocks: readonly Block[];
  /** All blocks at that time. */
  readonly beside: readonly Block[];
}

interface DayLayout {
  readonly placed: readonly PlacedBlock[];
  readonly more: readonly MoreBlocks[];
}

const overlap = (one: Block, other: Block): boolean =>
  one.from < minutesOfBlock(other).to && other.from < minutesOfBlock(one).to;

interface InLane {
  readonly block: Block;
  readonly lane: number;
}

/** Returns groups of blocks that overlap each other, each in its first free lane. */
const clustersOf = (blocks: readonly Block[]): InLane[][] => {
  const clusters: InLane[][] = [];
  let ends: number[] = [];
  let last: InLane[] = [];
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (ends.every((end) => end <= block.from)) {
      ends = [];
      last = [];
      clusters.push(last);
    }
    const free = ends.findIndex((end) => end <= block.from);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = minutesOfBlock(block).to;
    last.push({ block, lane });
  }
  return clusters;
};

/** Places blocks side by side. Each block fills the free lanes after its own. */
const shareWidth = (cluster: readonly InLane[], lanes: number): PlacedBlock[] =>
  cluster.map(({ block, lane }) => {
    const next = Math.min(
      lanes,
      ...cluster
        .filter((other) => other.lane > lane && overlap(block, other.block))
        .map((other) => other.lane),
    );
    return { block, start: lane / lanes, width: (next - lane) / lanes, covered: 0 };
  });

/**
 * Indents each lane by the same step. A block ends at the end of the day, or at a block that would cover its first line. Returns null if too
 * little of a block is left.
 */
const cascade = (
  cluster: readonly InLane[],
  lanes: number,
  dayWidth: number,
): PlacedBlock[] | null => {
  const step = lanes === 1 ? 0 : (dayWidth - narrowest) / (lanes - 1);
  const placed: PlacedBlock[] = [];
  for (const { block, lane } of cluster) {
    const next = Math.min(
      ...cluster
        .filter(
          (other) =>
            other.lane > lane &&
            overlap(block, other.block) &&
            other.block.from - block.from < lineMinutes,
        )
        .map((other) => other.lane),
    );
    const from = lane * step;
    const seen = (next === Infinity ? dayWidth : next * step) - from;
    if (seen < leastSeen) return null;
    const width = Math.max(seen, narrowest);
    placed.push({
      block,
      start: from / dayWidth,
      width: width / dayWidth,
      covered: (width - seen) / dayWidth,
    });
  }
  return placed;
};

/** Returns groups of overlapping blocks that don't fit. */
const groupsOf = (
  hidden: readonly Block[],
  all: readonly Block[],
  placed: readonly PlacedBlock[],
): MoreBlocks[] =>
  clustersOf(hidden).map((cluster) => {
    const blocks = cluster.map(({ block }) => block);
    const isBeside = (one: Block) => blocks.some((block) => overlap(one, block));
    const last = placed
      .filter(({ block }) => isBeside(block))
      .toSorted((a, b) => b.start - a.start || a.block.from - b.block.from)[0];
    return {
      until: last?.block.to ?? Math.max(...blocks.map(({ to }) => to)),
      blocks,
      beside: all.filter(isBeside),
    };
  });

/**
 * Arranges the blocks of a day. `dayWidth`: in pixels; 0 if unknown. Overlapping blocks are side by side if each is wide enough, or else cover
 * each other partly. `more` has the blocks that would be too narrow.
 */
export const layOutDay = (blocks: readonly Block[], dayWidth: number): DayLayout => {
  const placed: PlacedBlock[] = [];
  const more: MoreBlocks[] = [];
  for (const cluster of clustersOf(blocks)) {
    const lanes = 1 + Math.max(...cluster.map(({ lane }) => lane));
    if (dayWidth === 0 || dayWidth / lanes >= comfortable) {
      placed.push(...shareWidth(cluster, lanes));
      continue;
    }
    for (let most = lanes; most > 0; most -= 1) {
      const kept = cluster.filter(({ lane }) => lane < most);
      const fitting = cascade(kept, most, dayWidth) ?? (most === 1 ? shareWidth(kept, 1) : null);
      if (fitting === null) continue;
      placed.push(...fitting);
      const hidden = cluster.filter(({ lane }) => lane >= most).map(({ block }) => block);
      more.push(
        ...groupsOf(
          hidden,
          cluster.map(({ block }) => block),
          fitting,
        ),
      );
      break;
    }
  }
  return { placed, more };
};
