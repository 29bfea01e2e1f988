import { Link } from '@tanstack/react-router';
import { Check, Clock, Flag, Send, ShieldAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { PersonPicker } from '../../../kit/person-picker.tsx';
import { SaveBar } from '../../../kit/save-bar.tsx';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chart } from '../../../ui/chart.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { DatePicker, DateRange, DateTimeField, type Days } from '../../../ui/date-field.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { FaceStack } from '../../../ui/face-stack.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { MonthGrid } from '../../../ui/month-grid.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { Poster } from '../../../ui/poster.tsx';
import { usePictureViewer } from '../../../ui/use-picture-viewer.tsx';
import { Reason } from '../../../ui/reason.tsx';
import { RichCard } from '../../../ui/rich-card.tsx';
import { SidePane } from '../../../ui/side-pane.tsx';
import { SortableList } from '../../../ui/sortable-list.tsx';
import { StatGrid, StatTile } from '../../../ui/stat-tile.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { Moment, Timeline } from '../../../ui/timeline.tsx';
import { faces } from './people.ts';
import { Specimen, Specimens } from './specimen.tsx';
import type { Face } from '#contract/people/endpoints.ts';
import adminEnglish from '../../admin/messages/en.json';
import notificationsEnglish from '../../notifications/messages/en.json';
import newslettersEnglish from '../../newsletters/messages/en.json';

addEnglish({ ...adminEnglish, ...notificationsEnglish, ...newslettersEnglish });

/** Components for the pages of clubs, events and admins. */
export function PageParts() {
  return (
    <>
      <Figures />
      <Messages />
      <Days />
      <Choosing />
      <Sorting />
      <Viewing />
      <Cards />
      <Panes />
    </>
  );
}

const weeks = Array.from({ length: 12 }, (_, at) => String(at + 1));
const members = [120, 131, 146, 158, 160, 171, 183, 186, 195, 202, 209, 214];
const before = [110, 118, 125, 140, 149, null, 161, 168, 170, 181, 190, 202];

function Steps() {
  const { t } = useMessages();
  const [step, setStep] = useState('chat');
  return (
    <Stepper
      label={t('nav.home')}
      selected={step}
      onSelect={setStep}
      steps={[
        { id: 'home', label: t('nav.home'), state: 'done' },
        { id: 'chat', label: t('nav.chat'), note: t('hubs.added'), state: 'open' },
        { id: 'connections', label: t('nav.connections'), state: 'wrong' },
      ]}
    />
  );
}

function Figures() {
  const { t, number } = useMessages();
  return (
    <Specimens file="stat-tile.tsx, chart.tsx, chart-drawing.tsx, timeline.tsx, stepper.tsx">
      <Specimen of="StatGrid, StatTile: more, less, with a judgment, with a note">
        <StatGrid label={t('nav.home')}>
          <StatTile
            label={t('hubs.added')}
            value={number(1_214)}
            change={{ by: 12, words: '+12' }}
          />
          <StatTile
            label={t('reportQueue.title')}
            value={number(3)}
            change={{ by: -2, words: '-2', isGood: true }}
          />
          <StatTile
            label={t('nav.connections')}
            value={number(40)}
            change={{ by: -9, words: '-9', isGood: false }}
          />
          <StatTile label={t('nav.chat')} value="–" note={t('state.loading')} />
        </StatGrid>
      </Specimen>
      <Specimen of="Stepper: done, open, wrong; on phones a line">
        <Steps />
      </Specimen>
      <Specimen of="Chart: line with a comparison; bars">
        <Chart
          kind="line"
          title={t('hubs.added')}
          point="214, +12"
          of={t('notifications.today')}
          steps={weeks}
          series={[
            { label: '2027', values: members },
            { label: '2026', values: before },
          ]}
        />
        <Chart
          kind="bars"
          title={t('hubs.majors')}
          point="Biology 42"
          of={t('hubs.majors')}
          steps={['Biology', 'Computer Science', 'Geschichte', 'علم النفس']}
          series={[{ label: t('hubs.added'), values: [42, 31, 8, null] }]}
        />
      </Specimen>
      <Specimen of="Timeline, Moment: done, waiting, refused, ahead">
        <Timeline label={t('imports.past')}>
          <Moment icon={Send} title="Ana Silva" when="Nov 2" />
          <Moment icon={Check} tone="good" title={t('signOn.tested')} when="Nov 3">
            {t('dev.helloBody')}
          </Moment>
          <Moment icon={ShieldAlert} tone="bad" title={t('admin.notYours')} when="Nov 4" />
          <Moment icon={Flag} isAhead title={t('report.open')} />
        </Timeline>
      </Specimen>
    </Specimens>
  );
}

function Messages() {
  const { t } = useMessages();
  const [isShown, setShown] = useState(true);
  return (
    <Specimens file="banner.tsx, failure.tsx, kit/save-bar.tsx">
      <Specimen of="Banner: warn; with an action, closed">
        <Banner tone="warn" icon={WifiOff}>
          {t('offline.banner')}
        </Banner>
        {isShown && (
          <Banner
            tone="brand"
            icon={Clock}
            action={<Button size="sm">{t('hubs.edit')}</Button>}
            onClose={() => setShown(false)}
          >
            {t('dev.helloBody')}
          </Banner>
        )}
      </Specimen>
      <Specimen of="Failure; SaveBar">
        <Failure>{t('theme.bad')}</Failure>
        <SaveBar isDirty isPending={false} error={null} onDiscard={() => undefined} />
      </Specimen>
    </Specimens>
  );
}

function Days() {
  const { t } = useMessages();
  const [day, setDay] = useState<string | null>('2027-01-15');
  const [at, setAt] = useState<string | null>(null);
  const [term, setTerm] = useState<Days | null>({ from: '2027-01-15', until: '2027-05-30' });
  return (
    <Specimens file="date-field.tsx, month-grid.tsx, kit/date-fields.tsx">
      <Specimen of="DatePicker; DateTimeField, empty, with error; DateRange; disabled">
        <DatePicker
          label={t('newsletters.when')}
          description={t('dev.helloBody')}
          value={day}
          onChange={setDay}
        />
        <DateTimeField
          label={`${t('newsletters.when')} 2`}
          error={t('theme.bad')}
          value={at}
          onChange={setAt}
        />
        <DateRange label={`${t('newsletters.when')} 3`} value={term} onChange={setTerm} />
        <DatePicker
          label={`${t('newsletters.when')} 4`}
          isDisabled
          value={null}
          onChange={setDay}
        />
      </Specimen>
      <Specimen of="MonthGrid: with dots; with some days to choose; small">
        <MonthGrid
          label={`${t('newsletters.when')} 5`}
          selected={day}
          marked={{ '2027-01-12': 1, '2027-01-15': 2 }}
          onSelect={setDay}
        />
        <MonthGrid
          label={`${t('newsletters.when')} 6`}
          selected={day}
          isFree={(one) => one.endsWith('5') || one.endsWith('8')}
          min="2027-01-04"
          max="2027-02-20"
          onSelect={setDay}
        />
        <MonthGrid isSmall label={`${t('newsletters.when')} 7`} selected={day} onSelect={setDay} />
      </Specimen>
    </Specimens>
  );
}

function Choosing() {
  const { t } = useMessages();
  const [chosen, setChosen] = useState<string | null>('0');
  const [people, setPeople] = useState<readonly Face[]>(faces.slice(0, 2));
  return (
    <Specimens file="combobox.tsx, kit/person-picker.tsx, file-drop.tsx">
      <Specimen of="Combobox; with error">
        <Combobox
          label={t('hubs.majors')}
          options={['Biology', 'Chemistry', 'Computer Science', 'Informatik', 'علم النفس'].map(
            (label, id) => ({ id: String(id), label }),
          )}
          value={chosen}
          onChange={setChosen}
        />
        <Combobox
          label={`${t('hubs.majors')} 2`}
          error={t('theme.bad')}
          options={[]}
          value={null}
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen of="PersonPicker: several, found by name">
        <PersonPicker label={t('hubs.added')} people={people} onChange={setPeople} max={5} />
      </Specimen>
      <Specimen of="FileDrop: idle; refused; sending">
        <FileDrop
          choose={t('imports.choose')}
          hint={t('pictures.formats')}
          accept="image/*"
          onFiles={() => undefined}
        />
        <FileDrop
          choose={`${t('imports.choose')} 2`}
          accept="image/*"
          error={t('pictures.large')}
          onFiles={() => undefined}
        />
        <FileDrop
          choose={`${t('imports.choose')} 3`}
          accept="image/*"
          onFiles={() => undefined}
          sending={{ name: 'poster.png', share: 0.4, onStop: () => undefined }}
        />
      </Specimen>
    </Specimens>
  );
}

/** Pictures of the gallery: one color each, drawn here. */
const drawnPictures = ['#c9612c', '#6b9330', '#2a8c88'].map((color, place) => {
  const url = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="800" height="500"><rect width="800" height="500" fill="${color}"/></svg>`)}`;
  return {
    id: String(place),
    name: `picture-${place + 1}.svg`,
    size: 200,
    type: 'image/svg+xml',
    url,
    picture: { width: 800, height: 500, thumbnailUrl: url },
  };
});

function Viewing() {
  const { open, viewer } = usePictureViewer(drawnPictures);
  return (
    <Specimens file="use-picture-viewer.tsx, picture-viewer.tsx, qr-code-drawing.tsx">
      <Specimen of="PictureViewer: opens over the page" isRow>
        {drawnPictures.map(({ id, name, url }, place) => (
          <a key={id} href={url} onClick={open(place)} aria-haspopup="dialog">
            {name}
          </a>
        ))}
        {viewer}
      </Specimen>
    </Specimens>
  );
}

function Sorting() {
  const { t } = useMessages();
  const [order, setOrder] = useState<readonly { id: string }[]>(
    ['Chess', 'Debate', 'Film', 'شطرنج'].map((id) => ({ id })),
  );
  return (
    <Specimens file="sortable-list.tsx, drag-handle.tsx">
      <Specimen of="SortableList: pointer, keyboard from the handle, buttons">
        <SortableList
          label={t('hubs.title')}
          items={order}
          idOf={({ id }) => id}
          nameOf={({ id }) => id}
          onSort={setOrder}
        >
          {({ id }) => <span dir="auto">{id}</span>}
        </SortableList>
      </Specimen>
    </Specimens>
  );
}

const kinds = [0, 1, 2, 3, 4, 5] as const;

function Cards() {
  const { t } = useMessages();
  const link = (name: React.ReactNode, className: string) => (
    <Link to={paths.developmentParts} className={className}>
      {name}
    </Link>
  );
  return (
    <Specimens file="poster.tsx, rich-card.tsx">
      <Specimen of="Reason: why something is suggested">
        <Reason>Ana Silva and Ben Okafor are members</Reason>
      </Specimen>
      <Specimen of="Poster, drawn from the name">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {kinds.map((kind) => (
            <Poster
              key={kind}
              name={`${faces[kind]?.firstName} ${faces[kind]?.lastName}`}
              className="aspect-8/3 w-full rounded-control"
            />
          ))}
        </div>
      </Specimen>
      <Specimen of="RichCard: in a grid; in a row">
        <div className="grid gap-3 sm:grid-cols-2">
          <RichCard
            name="Chess Club"
            link={link}
            lines={['Hobbies • 42']}
            foot={<FaceStack people={faces} />}
          />
          <RichCard
            name="Spring Concert in the Botanical Garden"
            link={link}
            above="Fri, Apr 30, 7:00 PM"
            lines={['Main Quad']}
            foot={
              <Pill tone="good" icon={Check}>
                {t('signOn.tested')}
              </Pill>
            }
          />
        </div>
        <RichCard
          isRow
          name="نادي الشطرنج"
          link={link}
          lines={['42']}
          end={<Button variant="soft">{t('connect.connect')}</Button>}
        />
      </Specimen>
    </Specimens>
  );
}

function Panes() {
  const { t } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <Specimens file="side-pane.tsx">
      <Specimen of="SidePane as a modal, as on windows below xl" isRow>
        <Button id="pane-opener" onClick={() => setOpen(true)}>
          SidePane
        </Button>
      </Specimen>
      {isOpen && (
        <SidePane
          of="1"
          title="Ana Silva"
          as="modal"
          opener={() => document.querySelector('#pane-opener')}
          onClose={() => setOpen(false)}
          footer={<Button variant="primary">{t('connect.connect')}</Button>}
        >
          <p>{t('dev.helloBody')}</p>
        </SidePane>
      )}
    </Specimens>
  );
}
