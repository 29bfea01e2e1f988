import type { Call, InputOf } from '#contract/call.ts';
import type { LtiPlatform } from '#contract/lti/setup.endpoints.ts';
import { ltiLimits } from '#contract/lti/kinds.ts';
import { ssoMatches } from '#contract/sso/errors-shown.ts';
import { createPlatform, updatePlatform } from '#contract/lti/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';

interface Draft {
  name: string;
  issuer: string;
  clientId: string;
  authorizationUrl: string;
  tokenUrl: string;
  tokenAudience: string;
  keysUrl: string;
  deployments: string;
  matchBy: (typeof ssoMatches)[number] | 'none';
  trustsEmails: boolean;
}
const { TextField, TextArea, Select, Switch } = fieldsOf<Draft>();

/** Returns a platform's settings, to send back with a change. */
export const changeOf = (platform: LtiPlatform) =>
  ({
    platform: platform.id,
    version: platform.version,
    name: platform.name,
    authorizationUrl: platform.authorizationUrl,
    tokenUrl: platform.tokenUrl,
    tokenAudience: platform.tokenAudience,
    keysUrl: platform.keysUrl,
    deployments: platform.deployments,
    matchBy: platform.matchBy,
    trustsEmails: platform.trustsEmails,
    isOn: platform.isOn,
  }) satisfies InputOf<typeof updatePlatform>;

const code = { dir: 'ltr', autoCapitalize: 'none', spellCheck: false } as const;
const url = { ...code, inputMode: 'url', maxLength: ltiLimits.url } as const;

const save = (platform: LtiPlatform | null, draft: Draft, requestId: string): Promise<unknown> => {
  const { issuer, clientId, deployments, matchBy, tokenAudience, ...rest } = draft;
  const fields = {
    ...rest,
    tokenAudience: tokenAudience.trim() === '' ? null : tokenAudience,
    matchBy: matchBy === 'none' ? null : matchBy,
    deployments: deployments.split('\n').flatMap((line) => line.trim() || []),
  };
  return platform === null
    ? call(createPlatform, {
        requestId,
        ...fields,
        issuer,
        clientId,
        isOn: fields.deployments.length > 0,
      })
    : call(updatePlatform, { ...changeOf(platform), ...fields });
};

/** A registered platform: its own settings, and how far the school trusts it. */
export function PlatformDialog({
  platform,
  stale,
  onClose,
}: {
  platform: LtiPlatform | null;
  stale: readonly Call[];
  onClose: () => void;
}) {
  const { t } = useMessages();
  return (
    <FormDialog<Draft>
      title={platform === null ? t('lti.add') : t('lti.editNamed', { name: platform.name })}
      submitLabel={t('lti.save')}
      defaultValues={{
        name: platform?.name ?? '',
        issuer: platform?.issuer ?? '',
        clientId: platform?.clientId ?? '',
        authorizationUrl: platform?.authorizationUrl ?? '',
        tokenUrl: platform?.tokenUrl ?? '',
        tokenAudience: platform?.tokenAudience ?? '',
        keysUrl: platform?.keysUrl ?? '',
        deployments: platform?.deployments.join('\n') ?? '',
        matchBy: platform?.matchBy ?? 'none',
        trustsEmails: platform?.trustsEmails ?? false,
      }}
      isComplete={(draft) =>
        (['name', 'issuer', 'clientId', 'authorizationUrl', 'tokenUrl', 'keysUrl'] as const).every(
          (field) => draft[field].trim() !== '',
        )
      }
      errorFields={{
        lti_registered_already: 'clientId',
        lti_deployments_needed: 'deployments',
      }}
      save={(draft, requestId) => save(platform, draft, requestId)}
      invalidates={stale}
      onClose={onClose}
    >
      <TextField
        name="name"
        label={t('lti.name')}
        description={t('lti.nameBody')}
        maxLength={ltiLimits.name}
      />
      {platform === null && (
        <>
          <TextField
            name="issuer"
            label={t('lti.issuer')}
            description={t('lti.issuerBody')}
            {...url}
          />
          <TextField name="clientId" label={t('lti.clientId')} {...code} />
        </>
      )}
      <TextField name="authorizationUrl" label={t('lti.authorizationUrl')} {...url} />
      <TextField name="tokenUrl" label={t('lti.tokenUrl')} {...url} />
      <TextField
        name="tokenAudience"
        label={t('lti.tokenAudience')}
        description={t('lti.tokenAudienceBody')}
        {...url}
      />
      <TextField name="keysUrl" label={t('lti.platformKeysUrl')} {...url} />
      <TextArea
        name="deployments"
        label={t('lti.deployments')}
        description={t('lti.deploymentsBody')}
        rows={3}
        dir="ltr"
      />
      <Select
        name="matchBy"
        label={t('lti.matchBy')}
        description={t('lti.matchByBody')}
        options={(['none', ...ssoMatches] as const).map((value) => ({
          value,
          label: t(`lti.match_${value}`),
        }))}
      />
      <Switch
        name="trustsEmails"
        label={t('lti.trustsEmails')}
        description={t('lti.trustsEmailsBody')}
      />
    </FormDialog>
  );
}
