import type { UploadedFile } from '#contract/uploads/endpoints.ts';

/** A selected cover: its upload and preview. */
export interface CoverDraft {
  readonly id: string;
  readonly url: string;
}

export const coverOf = (file: UploadedFile | null): CoverDraft | null =>
  file && { id: file.id, url: file.picture?.thumbnailUrl ?? file.url };
