/** Activity log types of this feature (contract/src/audit-kinds.ts). */
export const auditKinds = {
  import_run_moved: { by: 'to', acts: ['collecting', 'waiting', 'confirmed', 'cancelled'] },
  person_linked: null,
  import_stored: null,
  import_undone: null,
} as const;
