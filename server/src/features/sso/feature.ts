import { feature } from '../../kernel/feature.ts';
import { setupHandlers } from './setup/setup.handlers.ts';
import { queueMetadataReadings, ssoJobs } from './sso.jobs.ts';
import { deleteExpiredRequests, personalData, deleteTracesOf } from './sso.queries.ts';
import { ssoHandlers } from './sso.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** The stored metadata of an identity provider is a day old. */
    sso_metadata_aged: { providerId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    sign_on_changed: {
      what: 'added' | 'changed' | 'on' | 'off' | 'deleted' | 'required' | 'not_required';
      provider?: string;
      changed?: string[];
    };
  }
}

export const ssoFeature = feature({
  name: 'sso',
  erase: deleteTracesOf,
  personalData,
  handlers: [...ssoHandlers, ...setupHandlers],
  jobs: ssoJobs,
  maintenance: [deleteExpiredRequests, queueMetadataReadings],
});
