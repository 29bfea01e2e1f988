import { Boxes, Check, MoreHorizontal, Pencil, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { AnswerButtons } from '../../../kit/answer-buttons.tsx';
import { ariaFieldsOf } from '../../../kit/aria-fields.tsx';
import { CompactHead } from '../../../kit/compact-head.tsx';
import { confirm } from '../../../kit/confirm.ts';
import { ColumnChoice, columnChoice } from '../../../kit/column-choice.tsx';
import { BulkBar, DataTable, type DataSort } from '../../../kit/data-table.tsx';
import { fieldsOf } from '../../../kit/fields.tsx';
import { FormDialog } from '../../../kit/form-dialog.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { MembersDialog } from '../../../kit/members-dialog.tsx';
import { RepeatField } from '../../../kit/repeat-field.tsx';
import { RepeatText } from '../../../kit/repeat-text.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../../kit/row-list.tsx';
import { SearchBox } from '../../../kit/search-box.tsx';
import { SecretDialog } from '../../../kit/secret-dialog.tsx';
import { useAction } from '../../../kit/use-action.ts';
import { WhenSettled } from '../../../kit/when-settled.tsx';
import { CallError } from '../../../lib/call-error.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Specimen, Specimens } from './specimen.tsx';
import hubsEnglish from '../../hubs/messages/en.json';
import menusEnglish from '../../menus/messages/en.json';
import chatSettingsEnglish from '../../chat-settings/messages/en.json';
import importsEnglish from '../../imports/messages/en.json';

addEnglish({ ...hubsEnglish, ...menusEnglish, ...chatSettingsEnglish, ...importsEnglish });

const at = { error: null, isFetching: false, refetch: () => undefined };
const columns = columnChoice('cg-gallery-columns');
const clubs = [
  { id: '1', name: 'Chess', members: 34 },
  { id: '2', name: 'Rowing', members: 120 },
];
const offline = new CallError({ status: 0, code: 'network', message: 'offline' });
const refused = new CallError({
  status: 400,
  code: 'invalid_input',
  message: 'invalid',
  fields: { name: 'Taken' },
});

/** Components of web/src/kit, which pages are built from. */
export function KitParts() {
  return (
    <>
      <Lists />
      <Tables />
      <Acts />
      <Forms />
      <Repeating />
      <Heads />
    </>
  );
}

/** The bar appears when the heading is scrolled out of the window. */
function Heads() {
  const { t } = useMessages();
  const head = useRef<HTMLHeadingElement>(null);
  return (
    <Specimens file="kit/compact-head.tsx">
      <Specimen of="CompactHead: after scrolling past the heading">
        <div className="grid h-[60rem] content-start gap-5">
          <CompactHead head={head} title={t('hubs.noneYet')}>
            <Button>{t('hubs.noneYet')}</Button>
          </CompactHead>
          <h3 ref={head}>{t('hubs.noneYet')}</h3>
        </div>
      </Specimen>
    </Specimens>
  );
}

function Lists() {
  const { t } = useMessages();
  const empty = { icon: Boxes, title: t('hubs.noneYet'), body: t('hubs.body') };
  return (
    <>
      <Specimens file="kit/query-boundary.tsx, kit/when-settled.tsx">
        <Specimen of="QueryBoundary: on its way; failed; empty">
          <QueryBoundary query={{ ...at, data: undefined }} skeleton={['h-11', 'h-11']}>
            {() => null}
          </QueryBoundary>
          <QueryBoundary isSmall query={{ ...at, data: undefined, error: offline }}>
            {() => null}
          </QueryBoundary>
          <QueryBoundary isSmall query={{ ...at, data: { items: [] } }} empty={empty}>
            {() => null}
          </QueryBoundary>
        </Specimen>
        <Specimen of="WhenSettled: on its way">
          <WhenSettled
            queries={[{ isPending: true, fetchStatus: 'fetching' }]}
            skeleton={['h-24', 'h-11']}
          >
            {null}
          </WhenSettled>
        </Specimen>
      </Specimens>
      <Specimens file="kit/list-page.tsx, kit/row-list.tsx, kit/search-box.tsx">
        <Specimen of="ListPage with RowList, Row, LoadMore">
          <ListPage
            query={{ ...at, data: { items: clubs } }}
            intro={t('hubs.body')}
            add={{ label: t('hubs.new'), onAdd: () => undefined }}
            empty={{ icon: Boxes, title: t('hubs.noneYet') }}
          >
            {({ items }) => (
              <RowList isCard label={t('hubs.title')}>
                {items.map(({ id, name, members }) => (
                  <Row
                    key={id}
                    mark={
                      <RowIcon>
                        <Boxes size={20} strokeWidth={1.75} aria-hidden />
                      </RowIcon>
                    }
                    title={name}
                    aside={<Pill tone="good">{t('signOn.tested')}</Pill>}
                    lines={[t('hubs.addedCount', { count: members })]}
                    isQuiet={id === '2'}
                    end={
                      <MenuButton
                        label={t('hubs.more', { name })}
                        icon={MoreHorizontal}
                        variant="quiet"
                        items={[{ id: 'edit', label: t('hubs.edit'), icon: Pencil }]}
                        onAction={() => undefined}
                      />
                    }
                  />
                ))}
              </RowList>
            )}
          </ListPage>
          <LoadMore
            query={{ hasNextPage: true, isFetchingNextPage: false, fetchNextPage: () => undefined }}
          />
        </Specimen>
        <Specimen of="SearchBox">
          <SearchBox
            label={t('kit.findPerson')}
            placeholder={t('kit.findPerson')}
            isBusy={false}
            onChange={() => undefined}
          />
        </Specimen>
      </Specimens>
    </>
  );
}

function Tables() {
  const { t } = useMessages();
  const [sort, setSort] = useState<DataSort>({ column: 'name', isDown: false });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const rows = clubs.toSorted(
    (a, b) =>
      (sort.column === 'name' ? a.name.localeCompare(b.name) : a.members - b.members) *
      (sort.isDown ? -1 : 1),
  );
  return (
    <Specimens file="kit/data-table.tsx, kit/column-choice.tsx">
      <Specimen of="ColumnChoice" isRow>
        <ColumnChoice
          choice={columns}
          columns={[
            { id: 'name', label: t('menus.name') },
            { id: 'members', label: t('hubs.added') },
          ]}
        />
      </Specimen>
      <Specimen of="DataTable: sorted, with selection; BulkBar">
        <DataTable
          label={t('hubs.title')}
          rows={rows}
          idOf={({ id }) => id}
          nameOf={({ name }) => name}
          columns={[
            { id: 'name', label: t('menus.name'), cell: ({ name }) => name, isSorted: true },
            {
              id: 'members',
              label: t('hubs.added'),
              cell: ({ members }) => members,
              isSorted: true,
              isEnd: true,
              phone: 'end',
            },
          ]}
          sort={sort}
          onSort={setSort}
          selected={selected}
          onSelect={setSelected}
        />
        <BulkBar count={selected.size} onClear={() => setSelected(new Set())}>
          <Button icon={Check}>{t('hubs.archive')}</Button>
        </BulkBar>
      </Specimen>
    </Specimens>
  );
}

function Acts() {
  const { t } = useMessages();
  const [areMembersOpen, setMembersOpen] = useState(false);
  const [isSecretOpen, setSecretOpen] = useState(false);
  const save = useAction(async (isOn: boolean) => isOn, {
    success: t('chatSettings.saved'),
    undo: (isOn) => !isOn,
  });
  return (
    <Specimens file="kit/confirm-dialog.tsx, kit/confirm-area.tsx, kit/members-dialog.tsx, kit/leave-guard.tsx, kit/answer-buttons.tsx">
      <Specimen of="useAction with undo; confirm(); MembersDialog; SecretDialog" isRow>
        <Button isPending={save.isPending} onClick={() => save.run(true)}>
          useAction
        </Button>
        <Button
          onClick={() =>
            void confirm({
              title: t('hooks.deleteTitle'),
              body: t('hooks.deleteSure', { name: 'Chess' }),
              confirmLabel: t('hooks.delete'),
              cancelLabel: t('imports.keep'),
              isDanger: true,
            })
          }
        >
          confirm
        </Button>
        <Button icon={UserPlus} onClick={() => setMembersOpen(true)}>
          MembersDialog
        </Button>
        <Button onClick={() => setSecretOpen(true)}>SecretDialog</Button>
      </Specimen>
      <Specimen of="AnswerButtons">
        <AnswerButtons
          about="Chess"
          accept={t('hooks.add')}
          decline={t('imports.keep')}
          answer={async (isAccepted) => isAccepted}
          onAnswered={() => undefined}
        />
      </Specimen>
      {isSecretOpen && (
        <SecretDialog
          title={t('keys.shown')}
          body={t('keys.shownBody')}
          label={t('keys.token')}
          done={t('keys.kept')}
          secret="ck_8Hq2"
          onClose={() => setSecretOpen(false)}
        />
      )}
      {areMembersOpen && (
        <MembersDialog
          title={t('hubs.peopleOf', { name: 'Chess' })}
          body={t('hubs.peopleBody')}
          inside={t('hubs.added')}
          none={{ title: t('hubs.addedNone'), body: t('hubs.addedNoneBody') }}
          members={{
            queryKey: ['gallery'],
            queryFn: async () => ({ items: [] }),
            initialPageParam: '',
            getNextPageParam: () => undefined,
          }}
          busy={undefined}
          onPut={() => undefined}
          onClose={() => setMembersOpen(false)}
        />
      )}
    </Specimens>
  );
}

interface Draft {
  name: string;
  isOn: boolean;
  places: number | null;
  tags: string[];
}
const of = fieldsOf<Draft>();
const { NumberField, TagField } = ariaFieldsOf<Draft>();

function Forms() {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Specimens file="kit/form-dialog.tsx, kit/form.tsx, kit/fields.tsx, kit/aria-fields.tsx">
      <Specimen of="FormDialog: incomplete; what the server says lands on its field" isRow>
        <Button onClick={() => setOpen(true)}>FormDialog</Button>
      </Specimen>
      {isOpen && (
        <FormDialog<Draft>
          title={t('hubs.new')}
          submitLabel={t('hubs.make')}
          defaultValues={{ name: '', isOn: false, places: 5, tags: ['Chess'] }}
          isComplete={({ name }) => name.trim() !== ''}
          save={() => Promise.reject(refused)}
          onClose={() => setOpen(false)}
        >
          {({ isOn }) => (
            <>
              <of.TextField name="name" label={t('menus.name')} />
              <of.Switch name="isOn" label={t('menus.everyone')} />
              {!isOn && (
                <>
                  <NumberField name="places" label={t('hubs.added')} min={1} max={500} />
                  <TagField
                    name="tags"
                    label={t('hubs.majors')}
                    options={[]}
                    max={5}
                    maxLength={30}
                  />
                </>
              )}
            </>
          )}
        </FormDialog>
      )}
    </Specimens>
  );
}

function Repeating() {
  const [rule, setRule] = useState<string | null>('FREQ=WEEKLY;BYDAY=TU;COUNT=10');
  return (
    <Specimens file="kit/repeat-field.tsx, kit/repeat-text.tsx">
      <Specimen of="RepeatField; RepeatText">
        <RepeatField day="2027-01-12" value={rule} onChange={setRule} />
        {rule !== null && <RepeatText rule={rule} />}
      </Specimen>
    </Specimens>
  );
}
