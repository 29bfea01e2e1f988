import type { Acts } from '#contract/audit-kinds.ts';
import type { SurveyAudience } from '#contract/surveys/limits.ts';
import { feature } from '../../kernel/feature.ts';
import { surveyNotifications } from './notifications/survey-notifications.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { onOpening } from './announcing.ts';
import { surveysHandlers } from './surveys.handlers.ts';
import { deletePerson, personalAudiences, personalSurveys } from './surveys.queries.ts';
import type { DeniedCode } from './surveys.rules.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A survey that was published before its opening time opens now, unless someone changed that time. */
    survey_opens: { survey: number; by: number };
    /** A survey is open for the first time. */
    survey_published: { survey: number; club: number; by: number };
    /** The audience of an announced survey grew. `audience` and `tags` are the previous audience. */
    survey_widened: {
      survey: number;
      club: number;
      by: number;
      audience: SurveyAudience;
      tags: string[];
    };
    survey_reminded: { survey: number; club: number; by: number };
    /** `person` is null for anonymous surveys. */
    survey_answered: { survey: number; club: number; person: number | null };
    /** Someone in the audience couldn't respond. */
    survey_answer_denied: { survey: number; club: number; code: DeniedCode };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    survey_changed: { survey: string; title: string; club: string; act: Acts['survey_changed'] };
  }
}

export const surveysFeature = feature({
  name: 'surveys',
  erase: deletePerson,
  personalData: (me) => ({ surveys: personalSurveys(me), surveysAsked: personalAudiences(me) }),
  handlers: surveysHandlers,
  jobs: [onEvent('surveys.announce-opening', 'survey_opens', onOpening), ...surveyNotifications],
});
