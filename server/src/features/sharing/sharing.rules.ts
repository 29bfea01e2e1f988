import {
  shareableFields,
  sharedAtFirst,
  type ShareableField,
} from '#contract/sharing/shared-fields.ts';

/** Public profiles asked for from one address. */
export const publicReads = { max: 600, seconds: 3_600 } as const;
/** Links one person makes, ended ones too. */
export const linksMade = { max: 60, seconds: 3_600 } as const;
/** Links told of: all that are open, and of those that ended the newest. */
export const listedLinksMax = 200;
/** Days a link that ended stays in its owner's list. */
export const retentionDays = 30;

/** What somebody chose to show to anybody. */
export interface SharingRow {
  is_public: boolean;
  fields: string[];
}

/** The fields somebody chose to share, in the order of the list; one that is no longer shareable is none. */
export const chosenFields = (row: Pick<SharingRow, 'fields'> | undefined): ShareableField[] => {
  const chosen: readonly string[] = row?.fields ?? sharedAtFirst;
  return shareableFields.filter((field) => chosen.includes(field));
};

const dayMs = 86_400_000;

/** When a link of so many days ends. */
export const endOf = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * dayMs);
