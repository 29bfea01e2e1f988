import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { clubRegistrationNotifications } from './notifications/club-registration-notifications.ts';
import type { FreezeReason } from '../clubs/moderation/freezing.ts';
import { clubRegistrationHandlers } from './club-registration.handlers.ts';
import {
  applicationUploads,
  deleteApplicantOf,
  personalData,
} from './club-registration.queries.ts';
import { overviewHandlers } from './overview/overview.handlers.ts';
import { closeRenewals } from './renewal-close.ts';
import { setupHandlers } from './setup/setup.handlers.ts';
import { registrationKind, renewalKind } from './submitted-clubs.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** People need a notification about a registration or renewal. Those with the same `collapseKey` become one. */
    club_application_announced: {
      kind: 'club_officer_asked' | 'club_renewal_due' | FreezeReason;
      collapseKey: string;
      title: string;
      path: string;
      people: number[];
      by: number | null;
    };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    club_registration_changed: { act: Acts['club_registration_changed'] };
  }
}

export const clubRegistrationFeature = feature({
  name: 'club-registration',
  jobs: clubRegistrationNotifications,
  erase: deleteApplicantOf,
  personalData,
  handlers: [...clubRegistrationHandlers, ...setupHandlers, ...overviewHandlers],
  maintenance: [closeRenewals],
  approvalKinds: [registrationKind, renewalKind],
  uploadReferences: [applicationUploads],
});
