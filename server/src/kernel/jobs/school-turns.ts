import type { EventRow, TaskRow } from './event-store.ts';

/** Orders events so that the schools take turns. Within a school, the numbers increase. */
export const inTurn = (rows: readonly EventRow[]): EventRow[] => {
  const turns = new Map<number, number>();
  return rows
    .toSorted((a, b) => a.id - b.id)
    .map((row) => {
      const turn = turns.get(row.school_id) ?? 0;
      turns.set(row.school_id, turn + 1);
      return { row, turn };
    })
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ row }) => row);
};

/** Returns the last school of these tasks if the schools take turns after `after`. */
export const furthestSchool = (tasks: readonly TaskRow[], after: number): number => {
  const schools = tasks.map((task) => task.school_id);
  const around = schools.filter((school) => school <= after);
  return Math.max(0, ...(around.length > 0 ? around : schools));
};
