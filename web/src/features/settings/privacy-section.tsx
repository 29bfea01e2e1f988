import { useQuery, useQueryClient } from '@tanstack/react-query';
import { previewProfile, updatePrivacy, updateProfile } from '#contract/people/calls.ts';
import type { Audience, ProfileField } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { analyticsHere } from '../../lib/analytics.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { storeUser, useUser } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Note } from '../../ui/note.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PresenceCard } from '../chat-settings/presence-card.tsx';
import { BlockedCard } from '../safety/blocked-card.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { FieldAudiences } from './field-audiences.tsx';
import { PreviewCard } from './preview-card.tsx';
import { PrivacyPresets } from './privacy-presets.tsx';
import { privacyQuery } from './settings.data.ts';

/** The visibility of the user's profile fields, with a preview. Each change saves immediately. */
export function PrivacySection() {
  const privacy = useQuery(privacyQuery());
  return (
    <QueryBoundary query={privacy} skeleton={['h-40', 'h-160', 'h-36']}>
      {(data) => <PrivacyCards privacy={data} />}
    </QueryBoundary>
  );
}

type Choices = Partial<Record<ProfileField, Audience | null>>;
/** A change of field audiences. `isListed` is set if it also changes who can open the profile. */
interface Change {
  choices: Choices;
  isListed?: boolean | undefined;
}

const withChoices = (privacy: Privacy, choices: Choices): Privacy => ({
  ...privacy,
  fields: privacy.fields.map((one) => {
    const choice = choices[one.field];
    return choice === undefined ? one : { ...one, choice };
  }),
});

function PrivacyCards({ privacy }: { privacy: Privacy }) {
  const { t } = useMessages();
  const user = useUser();
  const { connect } = useSchool().config;
  const client = useQueryClient();

  const { queryKey: answers } = privacyQuery();
  const success = t('privacy.saved');
  const change = useAction(
    async ({ choices, isListed }: Change) => {
      if (isListed !== undefined) storeUser(await call(updateProfile, { isListed }));
      return call(updatePrivacy, { choices });
    },
    {
      updates: answers,
      optimistic({ choices }) {
        const before = client.getQueryData<Privacy>(answers);
        if (before) client.setQueryData(answers, withChoices(before, choices));
        return () => client.setQueryData(answers, before);
      },
      invalidates: [previewProfile],
      success,
      undo: ({ choices, isListed }, before) => ({
        choices: Object.fromEntries(
          before?.fields
            .filter(({ field }) => choices[field] !== undefined)
            .map(({ field, choice }) => [field, choice]) ?? [],
        ),
        ...(isListed !== undefined && { isListed: !isListed }),
      }),
      scope: 'privacy',
    },
  );
  const list = useAction((isListed: boolean) => call(updateProfile, { isListed }), {
    onSuccess: storeUser,
    invalidates: 'all',
    success,
  });
  const count = useAction((isCounted: boolean) => call(updateProfile, { isCounted }), {
    onSuccess: storeUser,
    success,
  });
  const suggest = useAction((isSuggested: boolean) => call(updatePrivacy, { isSuggested }), {
    updates: answers,
    success,
  });
  const isListed = list.pendingInput ?? user.isListed;
  // With connections off, there is no audience between everyone and only the user.
  const offered = (['everyone', 'connections', 'me'] as const).filter(
    (one) => connect || one !== 'connections',
  );
  const chosen = privacy.fields.filter(({ choice, isLocked }) => choice !== null && !isLocked);

  return (
    <div className="grid items-start gap-4 lg:gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
        {privacy.hasHold && <Note tone="warn">{t('privacy.held')}</Note>}
        <PrivacyPresets
          privacy={privacy}
          isListed={isListed}
          offered={offered}
          onChoose={(choices, opensProfile) =>
            change.run({ choices, ...(opensProfile && !isListed && { isListed: true }) })
          }
        />
        <Card
          title={t('privacy.fields')}
          description={t('privacy.fieldsBody')}
          aside={
            chosen.length > 0 && (
              <Button
                size="sm"
                variant="quiet"
                onClick={() =>
                  change.run({
                    choices: Object.fromEntries(chosen.map(({ field }) => [field, null])),
                  })
                }
              >
                {t('privacy.defaults')}
              </Button>
            )
          }
        >
          <FieldAudiences
            fields={privacy.fields}
            offered={offered}
            isListed={isListed}
            onChoose={(field, choice) => change.run({ choices: { [field]: choice } })}
          />
        </Card>
      </div>
      <div className="xl:sticky xl:top-[calc(var(--top-bar)+1.5rem)] xl:row-span-2">
        <PreviewCard privacy={privacy} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
        <Card title={t('privacy.profile')}>
          <Switch
            label={t('privacy.listed')}
            description={connect ? t('privacy.listedBody') : t('privacy.listedOffBody')}
            isOn={isListed}
            onChange={list.run}
          />
          {analyticsHere() !== null && (
            <div className="mt-4 border-t border-line pt-4">
              <Switch
                label={t('privacy.counted')}
                description={t('privacy.countedBody')}
                isOn={count.pendingInput ?? user.isCounted}
                onChange={count.run}
              />
            </div>
          )}
          {connect && (
            <div className="mt-4 border-t border-line pt-4">
              <Switch
                label={t('privacy.suggested')}
                description={t('privacy.suggestedBody')}
                isOn={suggest.pendingInput ?? privacy.isSuggested}
                onChange={suggest.run}
              />
            </div>
          )}
        </Card>
        <PresenceCard />
        <SharingCard />
        <BlockedCard />
      </div>
    </div>
  );
}
