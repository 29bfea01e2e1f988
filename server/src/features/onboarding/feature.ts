import { feature } from '../../kernel/feature.ts';
import { onboardingHandlers } from './onboarding.handlers.ts';
import { deleteFirstRun, personalData } from './onboarding.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** True if an admin dismissed the checklist. */
    setup_checklist_changed: { before: boolean; after: boolean };
  }
}

export const onboardingFeature = feature({
  name: 'onboarding',
  erase: deleteFirstRun,
  personalData,
  handlers: onboardingHandlers,
});
