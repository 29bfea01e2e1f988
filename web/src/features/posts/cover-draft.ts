import type { UploadedFile } from '#contract/uploads/endpoints.ts';

/** A cover as it is being chosen: its upload, and where it is shown from. */
export interface CoverDraft {
  readonly id: string;
  readonly url: string;
}

export const coverOf = (file: UploadedFile | null): CoverDraft | null =>
  file && { id: file.id, url: file.picture?.thumbnailUrl ?? file.url };
