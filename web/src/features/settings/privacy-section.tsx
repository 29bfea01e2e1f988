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
import { useSectionTitle } from './section-title.ts';
import { privacyQuery } from './settings.data.ts';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../kit/loaded.tsx';
import { useAct } from '../../kit/use-act.ts';

/** Who sees the person, field by field, and how that looks. Every choice is kept at once. */
export function PrivacySection() {
  const { t } = useMessages();
  const privacy = useQuery(privacyQuery());
  useSectionTitle(t('privacySettings.title'));
  return (
    <Loaded query={privacy} skeleton={['h-28', 'h-96']}>
      {(data) => <PrivacyCards privacy={data} />}
    </Loaded>
  );
}

/** A choice being kept. */
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
  const said = t('privacy.saved');
  const choose = useAct(
    ({ field, choice }: Choice) => call('PATCH /api/v1/privacy', { choices: { [field]: choice } }),
    {
      answers,
      said,
      undo: ({ field }, before) => ({
        field,
        choice: before?.fields.find((one) => one.field === field)?.choice ?? null,
      }),
    },
  );
  const list = useAct((isListed: boolean) => call('PATCH /api/v1/profile', { isListed }), {
    done: storeUser,
    stale: 'all',
    said,
  });
  const count = useAct((isCounted: boolean) => call('PATCH /api/v1/profile', { isCounted }), {
    done: storeUser,
    said,
  });
  const suggest = useAct((isSuggested: boolean) => call('PATCH /api/v1/privacy', { isSuggested }), {
    answers,
    said,
  });
  const isListed = list.pending ?? user.isListed;

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
              isOn={count.pending ?? user.isCounted}
              onChange={count.run}
            />
          </div>
        )}
        {school.config.connect && (
          <div className="mt-4 border-t border-line pt-4">
            <Switch
              label={t('privacy.suggested')}
              description={t('privacy.suggestedBody')}
              isOn={suggest.pending ?? privacy.isSuggested}
              onChange={suggest.run}
            />
          </div>
        )}
      </Card>
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
              onClick={() => setViewer(one)}
            >
              {t(`privacy.as_${one}`)}
            </Button>
          ))}
        </div>
      </Card>
      <Card title={t('privacy.fields')} description={t('privacy.fieldsBody')}>
        <FieldAudiences
          fields={privacy.fields}
          isListed={isListed}
          isConnectOn={school.config.connect}
          pending={choose.pending ? { [choose.pending.field]: choose.pending.choice } : {}}
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
