import type { Scope } from '../../kernel/context.ts';

/** Where upload addresses are signed. */
export type Signer = Pick<Scope, 'tokens' | 'clock' | 'school'>;

/** What names a file: a kind of holder (`chat`, `report`), and the holder's id. A file that nothing names yet is its owner's (`own`). */
export interface Holder {
  readonly kind: string;
  readonly holder: number;
}

/** Which file of which holder, the original or a small picture of it. */
interface UploadReference extends Holder {
  readonly upload: number;
  readonly form: UploadForm;
}
export type UploadForm = 'whole' | 'small';

/** Where uploads answer. */
export const uploadPath = '/files/uploads/:kind/:holder/:upload/:form';

const dayMs = 86_400_000;

/** The last day on which an address made now is good: it stays the same for a day, so that a browser keeps what it loaded. */
const lastDay = (now: Date): number => Math.floor(now.getTime() / dayMs) + 1;

const about = (
  school: number,
  { kind, holder, upload, form }: UploadReference,
  day: number,
): string => `upload:${school}:${kind}:${holder}:${upload}:${form}:${day}`;

/**
 * Address of an upload. It is told to those who see what holds the file, and nobody can make one: it is signed for school, holder,
 * file and day. It opens nothing once the holder has let go of the file.
 */
export const uploadUrl = ({ tokens, clock, school }: Signer, place: UploadReference): string => {
  const day = lastDay(clock.now());
  const signature = tokens.addressSignature(about(school.school_id, place, day));
  return `/files/uploads/${place.kind}/${place.holder}/${place.upload}/${place.form}?until=${day}&mark=${signature}`;
};

/** Whether an address is one of ours that is still good. */
export const isGoodAddress = (
  { tokens, clock }: Pick<Scope, 'tokens' | 'clock'>,
  school: number,
  place: UploadReference,
  { until, mark: signature }: { until: string; mark: string },
): boolean => {
  const day = Number(until);
  return (
    /^\d{1,7}$/.test(until) &&
    day >= lastDay(clock.now()) - 1 &&
    tokens.isAddressSignature(about(school, place, day), signature)
  );
};
