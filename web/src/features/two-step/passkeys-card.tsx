import { useQuery } from '@tanstack/react-query';
import { KeyRound, MoreHorizontal, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { twoStepLimits } from '#contract/sessions/limits.ts';
import type { Passkey } from '#contract/sessions/passkeys.endpoints.ts';
import {
  beginPasskey,
  createPasskey,
  deletePasskey,
  getTwoStep,
  listPasskeys,
  listSessions,
  updatePasskey,
} from '#contract/sessions/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { QueryBoundary } from '../../kit/query-boundary.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { isFramed } from '../../lib/host-page.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import {
  createPasskeyHere,
  deviceName,
  isPasskeyBlocked,
  PasskeyCanceled,
  passkeyObstacle,
} from '../../lib/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { useConfirmation } from '../confirmation/confirmation.tsx';
import { OpenInTab } from '../confirmation/passkey-button.tsx';
import { RecoveryCodesDialog } from './recovery-codes.tsx';
import { passkeysQuery, twoStepQuery } from './two-step.data.ts';
import english from './messages/en.json';

addEnglish(english);

const nameMax: (typeof twoStepLimits)['passkeyName'] = 60;
const { TextField } = fieldsOf<{ name: string }>();
const stale = [listPasskeys, getTwoStep, listSessions] as const;

/** The user's passkeys, with buttons to add, rename and remove them. */
export function PasskeysCard() {
  const { t, ago, date } = useMessages();
  const passkeys = useQuery(passkeysQuery());
  const hasPassword = useQuery(twoStepQuery()).data?.hasPassword ?? true;
  const { confirmed, dialog } = useConfirmation();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [renaming, setRenaming] = useState<Passkey | null>(null);
  const remove = useAction(({ id }: Passkey) => confirmed(() => call(deletePasskey, { id })), {
    confirm: ({ name }) => ({
      title: t('passkeys.removeTitle', { name }),
      body: t('passkeys.removeBody'),
      confirmLabel: t('passkeys.remove'),
      isDanger: true,
    }),
    invalidates: stale,
    success: t('passkeys.removed'),
  });
  return (
    <Card title={t('passkeys.title')} description={t('passkeys.body')}>
      <QueryBoundary isSmall query={passkeys} skeleton={['h-14']} isEmpty={() => false}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-2">{t('passkeys.none')}</p>
          ) : (
            <RowList label={t('passkeys.title')}>
              {items.map((one) => (
                <Row
                  key={one.id}
                  mark={
                    <RowIcon>
                      <KeyRound size={20} strokeWidth={1.75} aria-hidden />
                    </RowIcon>
                  }
                  title={one.name}
                  lines={[
                    [
                      one.lastUsedAt === null
                        ? t('passkeys.unused')
                        : t('passkeys.used', { when: ago(one.lastUsedAt) }),
                      t('passkeys.added', { date: date(one.createdAt) }),
                    ].join(' • '),
                    !one.isHere && t('passkeys.elsewhere', { host: one.host }),
                  ]}
                  end={
                    <MenuButton
                      label={t('passkeys.more', { name: one.name })}
                      icon={MoreHorizontal}
                      variant="quiet"
                      isRound
                      items={[
                        { id: 'rename', label: t('passkeys.rename'), icon: Pencil },
                        { id: 'remove', label: t('passkeys.remove'), icon: Trash2, isDanger: true },
                      ]}
                      onAction={(id) => (id === 'rename' ? setRenaming(one) : remove.run(one))}
                    />
                  }
                />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      <div className="mt-3">
        <AddButton hasPassword={hasPassword} onAdd={() => setAdding(true)} />
      </div>
      {isAdding && (
        <AddDialog confirmed={confirmed} onCodes={setCodes} onClose={() => setAdding(false)} />
      )}
      {codes !== null && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
      {renaming !== null && (
        <FormDialog
          size="sm"
          title={t('passkeys.renameTitle')}
          submitLabel={t('passkeys.saveName')}
          defaultValues={{ name: renaming.name }}
          isComplete={({ name }) => name.trim() !== ''}
          save={({ name }) => call(updatePasskey, { id: renaming.id, name: name.trim() })}
          invalidates={[listPasskeys]}
          success={t('passkeys.renamed')}
          onClose={() => setRenaming(null)}
        >
          <TextField name="name" label={t('passkeys.name')} maxLength={nameMax} />
        </FormDialog>
      )}
      {dialog}
    </Card>
  );
}

/** The button, or why the person or this browser can't add a passkey. */
function AddButton({ hasPassword, onAdd }: { hasPassword: boolean; onAdd: () => void }) {
  const { t } = useMessages();
  if (!hasPassword) return <p className="text-sm text-ink-2">{t('passkeys.withSso')}</p>;
  const obstacle = passkeyObstacle();
  if (obstacle !== null) return <p className="text-sm text-ink-2">{t(`passkeys.${obstacle}`)}</p>;
  if (isPasskeyBlocked('create')) return <OpenInTab />;
  return (
    <Button icon={Plus} onClick={onAdd}>
      {t('passkeys.add')}
    </Button>
  );
}

interface AddDialogProps {
  confirmed: <R>(work: () => Promise<R>) => Promise<R>;
  /** Called with recovery codes if the school requires two-step verification, which the passkey then turned on. */
  onCodes: (codes: readonly string[] | null) => void;
  onClose: () => void;
}

function AddDialog({ confirmed, onCodes, onClose }: AddDialogProps) {
  const { t } = useMessages();
  const [isCanceled, setCanceled] = useState(false);
  return (
    <FormDialog
      size="sm"
      title={t('passkeys.add')}
      submitLabel={t('passkeys.continue')}
      defaultValues={{ name: deviceName() ?? t('passkeys.thisDevice') }}
      isComplete={({ name }) => name.trim() !== ''}
      staysOpen
      save={async ({ name }) => {
        setCanceled(false);
        const options = await confirmed(() => call(beginPasskey, {}));
        try {
          const response = await createPasskeyHere(options);
          const { recoveryCodes } = await call(createPasskey, { name: name.trim(), response });
          onCodes(recoveryCodes);
        } catch (error) {
          if (!(error instanceof PasskeyCanceled)) throw error;
          setCanceled(true);
          return false;
        }
        return true;
      }}
      invalidates={stale}
      success={(isAdded) => (isAdded ? t('passkeys.addedNow') : null)}
      onSuccess={(isAdded) => isAdded && onClose()}
      onClose={onClose}
    >
      <p className="text-ink-2 text-pretty">{t('passkeys.addBody')}</p>
      <TextField
        name="name"
        label={t('passkeys.name')}
        description={t('passkeys.nameBody')}
        maxLength={nameMax}
      />
      {isCanceled && <Failure>{t('passkeys.notAdded')}</Failure>}
      {isCanceled && isFramed() && <OpenInTab />}
    </FormDialog>
  );
}
