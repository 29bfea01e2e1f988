/** Returns the row of a table (kit/data-table.tsx) by the ID of its item, for focus and scrolling. */
export const rowOf = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`tr[data-key="${CSS.escape(id)}"]`);
