import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { clubFileReports, clubFilesHandlers } from './club-files.handlers.ts';
import { clubFileUploads, forgetPerson, personalData } from './club-files.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    club_file_added: { club: number; file: number; by: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `name`: the name of the file or folder. */
    club_file_changed: {
      club: string;
      clubName: string;
      act: Acts['club_file_changed'];
      name: string;
    };
    club_file_limit_changed: { megabytes: number };
  }
}

export const clubFilesFeature = feature({
  name: 'club-files',
  erase: forgetPerson,
  personalData,
  handlers: clubFilesHandlers,
  reportTargets: [clubFileReports],
  uploadReferences: [clubFileUploads],
});
