import { useMutation, useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { shareableFields, type ShareableField } from '#contract/shared-fields.ts';
import type { Sharing } from '#contract/sharing.ts';
import { call, queryClient } from '../../lib/call.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { showAlert } from '../../ui/alerts.ts';
import { showToast } from '../../ui/toasts.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ShareLinks } from './share-links.tsx';
import { sharingQuery } from './sharing.data.ts';

/** What somebody shows to people outside the school: a public profile, what of it, and links that end. */
export function SharingCard() {
  const { t } = useMessages();
  const { data } = useQuery(sharingQuery());
  if (data === undefined) return <Skeleton className="h-40" />;
  const isUsed = data.isPublic || data.links.length > 0;
  return (
    <Card title={t('sharing.title')} description={t('sharing.body')}>
      {!data.isOn && <p className="rounded-card bg-fill p-4 text-sm">{t('sharing.off')}</p>}
      {data.isOn && data.isHeld && (
        <p className="mb-4 rounded-card bg-fill p-4 text-sm">{t('sharing.held')}</p>
      )}
      {data.isOn && <PublicProfile sharing={data} />}
      {data.isOn && isUsed && <SharedFields sharing={data} />}
      {data.isOn && <ShareLinks links={data.links} />}
    </Card>
  );
}

type Change = { isPublic: boolean } | { fields: ShareableField[] };

function useChange() {
  const messages = useMessages();
  const { t } = messages;
  const change = useMutation({
    mutationFn: ({ what }: { what: Change; undo?: Change }) => call('PATCH /api/v1/sharing', what),
    onSuccess(next, { undo }) {
      queryClient.setQueryData(sharingQuery().queryKey, next);
      showToast({
        message: t('sharing.saved'),
        ...(undo && {
          action: { label: t('sharing.undo'), run: () => change.mutate({ what: undo }) },
        }),
      });
    },
    onError: (error) =>
      showAlert({ type: 'Error', message: errorText(error, messages), autoClose: true }),
  });
  return change;
}

function PublicProfile({ sharing }: { sharing: Sharing }) {
  const { t } = useMessages();
  const change = useChange();
  const put = (isPublic: boolean) =>
    change.mutate({ what: { isPublic }, undo: { isPublic: !isPublic } });
  return (
    <>
      <Switch
        label={t('sharing.public')}
        description={t('sharing.publicBody')}
        isOn={change.isPending ? !sharing.isPublic : sharing.isPublic}
        onChange={put}
      />
      {sharing.isPublic && (
        <div className="mt-4 grid gap-3">
          <CopyField label={t('sharing.address')} value={sharing.url} />
          <a
            href={sharing.url}
            target="_blank"
            rel="noopener"
            className={`${buttonClass({ variant: 'outline' })} justify-self-start`}
          >
            <ExternalLink size={20} strokeWidth={1.9} aria-hidden />
            {t('sharing.see')}
          </a>
        </div>
      )}
    </>
  );
}

function SharedFields({ sharing }: { sharing: Sharing }) {
  const { t } = useMessages();
  const change = useChange();
  const stored = sharing.fields.filter(({ isShared }) => isShared).map(({ field }) => field);
  const what = change.isPending ? change.variables.what : null;
  const shown = what !== null && 'fields' in what ? what.fields : stored;
  const put = (field: ShareableField, isShared: boolean) =>
    change.mutate({
      what: {
        fields: shareableFields.filter((one) => (one === field ? isShared : stored.includes(one))),
      },
      undo: { fields: stored },
    });
  return (
    <fieldset className="mt-5 border-t border-line pt-5">
      <legend className="float-start w-full font-bold">{t('sharing.what')}</legend>
      <p className="clear-both mb-2 text-sm text-ink-2">{t('sharing.whatBody')}</p>
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {sharing.fields.map(({ field, audience }) => (
          <li key={field}>
            <Checkbox
              label={field === 'picture' ? t('sharing.picture') : t(`field.${field}`)}
              isChecked={shown.includes(field)}
              isDisabled={audience !== 'everyone'}
              onChange={(next) => put(field, next)}
            >
              {audience !== 'everyone' && t('sharing.narrow')}
            </Checkbox>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
