import { useMutation, useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import type { Audience, ProfileField } from '#contract/audiences.ts';
import type { Privacy } from '#contract/privacy.ts';
import { analyticsHere } from '../../lib/analytics.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useSchool } from '../../lib/school.ts';
import { keepUser, useUser } from '../../lib/session-store.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { preloadDialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { PresenceCard } from '../chat-settings/presence-card.tsx';
import { BlockedCard } from '../safety/blocked-card.tsx';
import { SharingCard } from '../sharing/sharing-card.tsx';
import { FieldAudiences } from './field-audiences.tsx';
import { PreviewDialog, type Eyes } from './preview-dialog.tsx';
import { useSectionTitle } from './section-title.ts';
import { privacyQuery } from './settings.data.ts';

/** Who sees the person, field by field, and how that looks. Every choice is kept at once. */
export function PrivacySection() {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useQuery(privacyQuery());
  useSectionTitle(t('settings.privacy'));
  if (data !== undefined) return <PrivacyCards privacy={data} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    <Loading>
      <Skeleton className="h-28" />
      <Skeleton className="h-96" />
    </Loading>
  );
}

/** A choice being kept; `before` is what an undo goes back to. */
interface Choice {
  field: ProfileField;
  choice: Audience | null;
  before?: Audience | null;
}

function PrivacyCards({ privacy }: { privacy: Privacy }) {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const school = useSchool();
  const [eyes, setEyes] = useState<Eyes | null>(null);

  const failed = (error: Error) =>
    showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true });
  const choose = useMutation({
    mutationFn: ({ field, choice }: Choice) =>
      call('PATCH /api/v1/privacy', { choices: { [field]: choice } }),
    onSuccess(next, { field, before }) {
      queryClient.setQueryData(privacyQuery().queryKey, next);
      // Undone is done: taking the undoing back is one more choice in the list.
      const undo = before !== undefined && {
        action: { label: t('privacy.undo'), run: () => choose.mutate({ field, choice: before }) },
      };
      showToast({ message: t('privacy.saved'), ...undo });
    },
    onError: failed,
  });
  const list = useMutation({
    mutationFn: (isListed: boolean) => call('PATCH /api/v1/profile', { isListed }),
    onSuccess(next) {
      keepUser(next);
      void queryClient.invalidateQueries();
      showToast({ message: t('privacy.saved') });
    },
    onError: failed,
  });
  const count = useMutation({
    mutationFn: (isCounted: boolean) => call('PATCH /api/v1/profile', { isCounted }),
    onSuccess(next) {
      keepUser(next);
      showToast({ message: t('privacy.saved') });
    },
    onError: failed,
  });
  const suggest = useMutation({
    mutationFn: (isSuggested: boolean) => call('PATCH /api/v1/privacy', { isSuggested }),
    onSuccess(next) {
      queryClient.setQueryData(privacyQuery().queryKey, next);
      showToast({ message: t('privacy.saved') });
    },
    onError: failed,
  });
  const isListed = list.isPending ? list.variables : user.isListed;

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
          onChange={(next) => list.mutate(next)}
        />
        {analyticsHere() !== null && (
          <div className="mt-4 border-t border-line pt-4">
            <Switch
              label={t('privacy.counted')}
              description={t('privacy.countedBody')}
              isOn={count.isPending ? count.variables : user.isCounted}
              onChange={(next) => count.mutate(next)}
            />
          </div>
        )}
        {school.config.connect && (
          <div className="mt-4 border-t border-line pt-4">
            <Switch
              label={t('privacy.suggested')}
              description={t('privacy.suggestedBody')}
              isOn={suggest.isPending ? suggest.variables : privacy.isSuggested}
              onChange={(next) => suggest.mutate(next)}
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
              onClick={() => setEyes(one)}
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
          pending={choose.isPending ? { [choose.variables.field]: choose.variables.choice } : {}}
          onChoose={(field, choice) =>
            choose.mutate({
              field,
              choice,
              before: privacy.fields.find((one) => one.field === field)?.choice ?? null,
            })
          }
        />
      </Card>
      <PresenceCard />
      <SharingCard />
      <BlockedCard />
      <PreviewDialog eyes={eyes} onClose={() => setEyes(null)} />
    </>
  );
}
