import {
  shareableFields,
  sharedAtFirst,
  type ShareableField,
} from '#contract/sharing/shared-fields.ts';

/** Limits requests for public profiles from one address. */
export const publicReads = { max: 600, seconds: 3_600 } as const;
/** Limits links that one person creates, including ended ones. */
export const linkCreationLimit = { max: 60, seconds: 3_600 } as const;
/** Maximum number of listed links: all active ones, and the latest ended ones. */
export const listedLinksMax = 200;
/** Days for which an ended link stays in its owner's list. */
export const retentionDays = 30;

/** A person's sharing settings. */
export interface SharingRow {
  is_public: boolean;
  fields: string[];
}

/**
 * Returns the fields that a person shares, in the order of the list. Leaves out fields that can no longer be shared.
 */
export const chosenFields = (row: Pick<SharingRow, 'fields'> | undefined): ShareableField[] => {
  const chosen: readonly string[] = row?.fields ?? sharedAtFirst;
  return shareableFields.filter((field) => chosen.includes(field));
};

const dayMs = 86_400_000;

/** Returns when a link with a number of days ends. */
export const endOf = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * dayMs);
