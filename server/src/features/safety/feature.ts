import { feature } from '../../kernel/feature.ts';
import { safetySources } from './safety.jobs.ts';
import { personReports, safetyHandlers } from './safety.handlers.ts';
import { personalData, deleteBlocksOf } from './safety.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    person_blocked: { by: number; person: number };
    person_unblocked: { by: number; person: number };
  }
}

export const safetyFeature = feature({
  name: 'safety',
  erase: deleteBlocksOf,
  personalData,
  handlers: safetyHandlers,
  liveSources: safetySources,
  reportTargets: [personReports],
});
