import type { Scope } from '../../kernel/context.ts';

/** The scope for signing upload addresses. */
export type Signer = Pick<Scope, 'tokens' | 'clock' | 'school'>;

/**
 * The item that contains a file: its type (`chat`, `report`) and its id. A file that no item uses yet belongs to its
 * owner (`own`).
 */
export interface Holder {
  readonly kind: string;
  readonly holder: number;
}

/** A file of an item, as the original or a thumbnail. */
interface UploadReference extends Holder {
  readonly upload: number;
  readonly form: UploadForm;
}
export type UploadForm = 'whole' | 'small';

/** The route of uploads. */
export const uploadPath = '/files/uploads/:kind/:holder/:upload/:form';

const dayMs = 86_400_000;

/**
 * Returns the last day on which an address created now is valid. It is the same for a whole day, so that browsers can
 * cache files.
 */
const lastDay = (now: Date): number => Math.floor(now.getTime() / dayMs) + 1;

const about = (
  school: number,
  { kind, holder, upload, form }: UploadReference,
  day: number,
): string => `upload:${school}:${kind}:${holder}:${upload}:${form}:${day}`;

/**
 * Returns the address of an upload. Only people who see the item receive it, and no one can forge it, because it is
 * signed for school, item, file and day. It is no longer valid after the item stops using the file.
 */
export const uploadUrl = ({ tokens, clock, school }: Signer, file: UploadReference): string => {
  const day = lastDay(clock.now());
  const signature = tokens.addressSignature(about(school.school_id, file, day));
  return `/files/uploads/${file.kind}/${file.holder}/${file.upload}/${file.form}?until=${day}&mark=${signature}`;
};

/** Returns whether an address is ours and still valid. */
export const isValidAddress = (
  { tokens, clock }: Pick<Scope, 'tokens' | 'clock'>,
  school: number,
  file: UploadReference,
  { until, mark: signature }: { until: string; mark: string },
): boolean => {
  const day = Number(until);
  return (
    /^\d{1,7}$/.test(until) &&
    day >= lastDay(clock.now()) - 1 &&
    tokens.isAddressSignature(about(school, file, day), signature)
  );
};
