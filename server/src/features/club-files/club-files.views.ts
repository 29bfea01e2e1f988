import type { ClubFile, ClubFolder, FileVersion } from '#contract/club-files/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { Signer } from '../uploads/upload-address.ts';
import { uploadView } from '../uploads/uploads.views.ts';
import {
  clubFileUploads,
  type FileRow,
  type FolderRow,
  type VersionRow,
} from './club-files.queries.ts';
import { canChange, readersOf } from './club-files.rules.ts';

/** The person who looks at a club's files. */
export interface FileViewer {
  readonly me: number;
  readonly level: number;
  readonly manages: boolean;
  /** True if the club isn't read-only. */
  readonly isOpen: boolean;
}

export const markView = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name });

export const folderView = (row: FolderRow): ClubFolder => ({
  ...markView(row),
  parent: row.parent_id === null ? null : String(row.parent_id),
  readers: readersOf(row.readers),
  takesFiles: row.takes_files,
  files: row.files,
  size: row.size,
  updatedAt: row.updated_at.toISOString(),
});

export const fileView = (signer: Signer, viewer: FileViewer, row: FileRow): ClubFile => ({
  id: String(row.id),
  name: row.name,
  folder: row.folder && markView(row.folder),
  readers: readersOf(row.readers),
  file: uploadView(signer, { kind: clubFileUploads.kind, holder: row.id }, row.upload),
  version: row.current,
  versions: row.versions,
  size: row.bytes,
  by: row.by && faceView(row.by),
  updatedAt: row.updated_at.toISOString(),
  isHidden: row.is_hidden,
  can: {
    change: viewer.isOpen && canChange(row, viewer),
    manage: viewer.isOpen && viewer.manages,
    report: row.created_by !== viewer.me,
  },
});

export const versionView = (signer: Signer, file: FileRow, row: VersionRow): FileVersion => ({
  number: row.number,
  isCurrent: row.number === file.current,
  by: row.by && faceView(row.by),
  createdAt: row.created_at.toISOString(),
  file: uploadView(signer, { kind: clubFileUploads.kind, holder: file.id }, row.upload),
});
