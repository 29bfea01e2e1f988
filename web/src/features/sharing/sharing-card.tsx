import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { shareableFields, type ShareableField } from '#contract/sharing/shared-fields.ts';
import type { Sharing } from '#contract/sharing/endpoints.ts';
import { updateSharing } from '#contract/sharing/calls.ts';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Card } from '../../ui/card.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CopyField } from '../../ui/copy-field.tsx';
import { Note } from '../../ui/note.tsx';
import { Switch } from '../../ui/switch.tsx';
import { ShareLinks } from './share-links.tsx';
import { sharingQuery } from './sharing.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Settings for sharing outside the school: a public profile, its fields, and links that expire. */
export function SharingCard() {
  const { t } = useMessages();
  const sharing = useQuery(sharingQuery());
  return (
    <QueryBoundary query={sharing} skeleton={['h-40']}>
      {(data) => (
        <Card title={t('sharing.title')} description={t('sharing.body')}>
          {!data.isOn && <Note>{t('sharing.off')}</Note>}
          {data.isOn && (
            <>
              {data.isHeld && (
                <div className="mb-4">
                  <Note>{t('sharing.held')}</Note>
                </div>
              )}
              <PublicProfile sharing={data} />
              {(data.isPublic || data.links.length > 0) && <SharedFields sharing={data} />}
              <ShareLinks links={data.links} />
            </>
          )}
        </Card>
      )}
    </QueryBoundary>
  );
}

type Change = { isPublic: boolean } | { fields: ShareableField[] };

/** `back` returns the change that undoes one. */
function useChange<C extends Change>(back: (change: C) => C) {
  const { t } = useMessages();
  return useAction((change: C) => call(updateSharing, change), {
    updates: sharingQuery().queryKey,
    success: t('sharing.saved'),
    undo: back,
  });
}

function PublicProfile({ sharing }: { sharing: Sharing }) {
  const { t } = useMessages();
  const change = useChange<{ isPublic: boolean }>(({ isPublic }) => ({ isPublic: !isPublic }));
  return (
    <>
      <Switch
        label={t('sharing.public')}
        description={t('sharing.publicBody')}
        isOn={change.pendingInput?.isPublic ?? sharing.isPublic}
        onChange={(isPublic) => change.run({ isPublic })}
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
  const stored = sharing.fields.filter(({ isShared }) => isShared).map(({ field }) => field);
  const change = useChange<{ fields: ShareableField[] }>(() => ({ fields: stored }));
  const shown = change.pendingInput?.fields ?? stored;
  const put = (field: ShareableField, isShared: boolean) =>
    change.run({
      fields: shareableFields.filter((one) => (one === field ? isShared : stored.includes(one))),
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
