import { ssoMatches } from '#contract/sso/errors-shown.ts';
import type { LtiCourse, LtiPlatform } from '#contract/lti/setup.endpoints.ts';
import { readingView, titleOf } from '../lti.views.ts';
import type { ListedCourse, ListedPlatform } from './setup.queries.ts';

export const platformView = (row: ListedPlatform): LtiPlatform => ({
  id: String(row.id),
  version: row.version,
  name: row.name,
  issuer: row.issuer,
  clientId: row.client_id,
  authorizationUrl: row.authorization_url,
  tokenUrl: row.token_url,
  tokenAudience: row.token_audience,
  keysUrl: row.keys_url,
  deployments: [...row.deployments],
  matchBy: ssoMatches.find((one) => one === row.match_by) ?? null,
  trustsEmails: row.trusts_emails,
  isOn: row.is_on,
  isDynamic: row.is_dynamic,
  configurationHost: row.configuration_host,
  refusedDeployment: row.refused_deployment,
  people: row.people,
});

export const courseView = (row: ListedCourse): LtiCourse => ({
  id: String(row.id),
  platform: String(row.platform_id),
  title: titleOf(row),
  section:
    row.section_id === null
      ? null
      : {
          id: String(row.section_id),
          number: row.number ?? '',
          title: row.course_title ?? '',
          term: row.term ?? '',
        },
  ...readingView(row),
});
