import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal, Pencil, Tags, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import {
  clubKinds,
  clubLimits,
  type ClubKind,
  type ClubLabelList,
} from '#contract/clubs/limits.ts';
import type { ClubLabel } from '#contract/clubs/staff.endpoints.ts';
import { createClubLabel, deleteClubLabel, updateClubLabel } from '#contract/clubs/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { clubLabels, staleClub } from './clubs.data.ts';

/** The types, categories or tags of clubs. */
export function LabelsList({ list }: { list: ClubLabelList }) {
  const { t } = useMessages();
  const [open, setOpen] = useState<{ label: ClubLabel | null } | null>(null);
  const all = useQuery({
    ...clubLabels(),
    select: ({ items }) => ({ items: items.filter((one) => one.list === list) }),
  });
  const remove = useAction(({ id }: ClubLabel) => call(deleteClubLabel, { id }), {
    confirm: ({ name, clubs }) => ({
      title: t('clubs.deleteTitle', { name }),
      body: t('clubs.deleteLabelBody', { count: clubs }),
      confirmLabel: t('clubs.delete'),
      cancelLabel: t('clubs.cancel'),
      isDanger: true,
    }),
    success: (_, { name }) => t('clubs.labelDeleted', { name }),
    invalidates: staleClub,
  });
  return (
    <>
      <ListPage
        query={all}
        intro={t(`clubs.labelsBody_${list}`)}
        add={{ label: t(`clubs.newLabel_${list}`), onAdd: () => setOpen({ label: null }) }}
        empty={{ icon: Tags, title: t('clubs.labelsNone') }}
      >
        {({ items }) => (
          <RowList isCard label={t(`clubs.labels_${list}`)}>
            {items.map((label) => (
              <Row
                key={label.id}
                title={label.name}
                lines={[
                  [
                    ...(label.kind === null ? [] : [t(`clubs.kind_${label.kind}`)]),
                    t('clubs.count', { count: label.clubs }),
                  ].join(' • '),
                ]}
                end={
                  <MenuButton
                    label={t('clubs.more', { name: label.name })}
                    icon={MoreHorizontal}
                    variant="quiet"
                    items={[
                      { id: 'edit', label: t('clubs.change'), icon: Pencil },
                      { id: 'delete', label: t('clubs.delete'), icon: Trash2, isDanger: true },
                    ]}
                    onAction={(id) => (id === 'edit' ? setOpen({ label }) : remove.run(label))}
                  />
                }
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {open && <LabelDialog list={list} label={open.label} onClose={() => setOpen(null)} />}
    </>
  );
}

interface Draft {
  name: string;
  kind: ClubKind;
}
const { TextField, Select } = fieldsOf<Draft>();

function LabelDialog({
  list,
  label,
  onClose,
}: {
  list: ClubLabelList;
  label: ClubLabel | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft, ClubLabel>
      title={
        label === null ? t(`clubs.newLabel_${list}`) : t('clubs.editLabel', { name: label.name })
      }
      submitLabel={t('kit.save')}
      defaultValues={{ name: label?.name ?? '', kind: label?.kind ?? 'other' }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('clubs.nameless') : undefined })}
      save={({ name, kind }) => {
        const settings = { name, kind: list === 'types' ? kind : null };
        return label === null
          ? call(createClubLabel, { clientId, list, ...settings })
          : call(updateClubLabel, { id: label.id, ...settings });
      }}
      errorFields={{ club_label_taken: 'name' }}
      success={({ name }) => t('clubs.labelSaved', { name })}
      invalidates={staleClub}
      onClose={onClose}
    >
      <TextField name="name" label={t('clubs.name')} maxLength={clubLimits.label} />
      {list === 'types' && (
        <Select
          name="kind"
          label={t('clubs.kind')}
          options={clubKinds.map((value) => ({ value, label: t(`clubs.kind_${value}`) }))}
        />
      )}
    </FormDialog>
  );
}
