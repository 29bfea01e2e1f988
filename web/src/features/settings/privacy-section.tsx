import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { Audience, ProfileField } from '#contract/people/audiences.ts';
import type { Privacy } from '#contract/people/privacy.endpoints.ts';
import { analyticsHere } from '../../lib/analytics.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { storeUser, useUser } from '../../lib/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PresenceCard } from '../chat-settings/presence-card.tsx';
import { BlockedCard } from '../safety/blocked-card.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { FieldAudiences } from './field-audiences.tsx';
import { PreviewDialog, type PreviewViewer } from './preview-dialog.tsx';
import { privacyQuery } from './settings.data.ts';
import { useQuery } from '@tanstack/react-query';
import { updatePrivacy, updateProfile } from '#contract/people/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';

/** The visibility of the user's profile fields, with previews. Each change saves immediately. */
export function PrivacySection() {
  const privacy = useQuery(privacyQuery());
  return (
    <QueryBoundary query={privacy} skeleton={['h-28', 'h-96']}>
      {(data) => <PrivacyCards privacy={data} />}
    </QueryBoundary>
  );
}

/** A change being saved. */
interface Choice {
  field: ProfileField;
  choice: Audience | null;
}

function PrivacyCards({ privacy }: { privacy: Privacy }) {
  const { t } = useMessages();
  const user = useUser();
  const school = useSchool();
  const [viewer, setViewer] = useState<PreviewViewer | null>(null);

  const { queryKey: answers } = privacyQuery();
  const success = t('privacy.saved');
  const choose = useAction(
    ({ field, choice }: Choice) => call(updatePrivacy, { choices: { [field]: choice } }),
    {
      updates: answers,
      success,
      undo: ({ field }, before) => ({
        field,
        choice: before?.fields.find((one) => one.field === field)?.choice ?? null,
      }),
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

  return (
    <>
      <Card title={t('privacy.profile')}>
        {privacy.hasHold && (
          <p className="mb-4 rounded-card bg-fill p-4 text-sm">{t('privacy.held')}</p>
        )}
        <Switch
          label={t('privacy.listed')}
          description={school.config.connect ? t('privacy.listedBody') : t('privacy.listedOffBody')}
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
        {school.config.connect && (
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
      <PreviewCard onViewer={setViewer} />
      <Card title={t('privacy.fields')} description={t('privacy.fieldsBody')}>
        <FieldAudiences
          fields={privacy.fields}
          isListed={isListed}
          isConnectOn={school.config.connect}
          pending={
            choose.pendingInput ? { [choose.pendingInput.field]: choose.pendingInput.choice } : {}
          }
          onChoose={(field, choice) => choose.run({ field, choice })}
        />
      </Card>
      <PresenceCard />
      <SharingCard />
      <BlockedCard />
      <PreviewDialog viewer={viewer} onClose={() => setViewer(null)} />
    </>
  );
}

function PreviewCard({ onViewer }: { onViewer: (viewer: PreviewViewer) => void }) {
  const { t } = useMessages();
  const school = useSchool();
  return (
    <Card title={t('privacy.preview')} description={t('privacy.previewBody')}>
      <div className="flex flex-wrap gap-2">
        {(
          [
            'stranger',
            ...(school.config.connect ? (['connection'] as const) : []),
            'adviser',
          ] as const
        ).map((one) => (
          <Button
            key={one}
            variant="outline"
            icon={Eye}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => onViewer(one)}
          >
            {t(`privacy.as_${one}`)}
          </Button>
        ))}
      </div>
    </Card>
  );
}
