/** A queued activity log entry. The log is written in the order of its times. */
export interface LogEntry {
  readonly at: Date;
  readonly write: () => Promise<void>;
}

export const writeEntries = async (entries: readonly LogEntry[]): Promise<void> => {
  for (const { write } of entries.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    await write();
};
