import { LayoutGrid, List, Palette } from 'lucide-react';
import { useState } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ColorField } from '../../../ui/color-field.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioCards } from '../../../ui/radio-cards.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Select } from '../../../ui/select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TagField } from '../../../ui/tag-field.tsx';
import { PasswordField, TextArea, TextField } from '../../../ui/text-field.tsx';
import { Specimen, Specimens } from './specimen.tsx';

export function FieldParts() {
  return (
    <>
      <TextFields />
      <Choices />
      <OtherFields />
    </>
  );
}

function TextFields() {
  const { t } = useMessages();
  const [text, setText] = useState('Ana Silva');
  const [secret, setSecret] = useState('correct horse');
  return (
    <Specimens file="text-field.tsx, field.tsx">
      <Specimen of="with description; with error; disabled; read only">
        <TextField
          label={t('keys.name')}
          description={t('keys.nameBody')}
          value={text}
          onChange={setText}
        />
        <TextField
          label={`${t('keys.name')} 2`}
          error={t('theme.bad')}
          value={text}
          onChange={setText}
        />
        <TextField label={`${t('keys.name')} 3`} disabled value={text} onChange={setText} />
        <TextField label={`${t('keys.name')} 4`} readOnly value={text} onChange={setText} />
      </Specimen>
      <Specimen of="TextArea, PasswordField">
        <TextArea label={t('api.body')} rows={2} value={text} onChange={setText} />
        <PasswordField
          label={t('hooks.secret')}
          autoComplete="off"
          value={secret}
          onChange={setSecret}
        />
      </Specimen>
    </Specimens>
  );
}

function Choices() {
  const { t } = useMessages();
  const [isOn, setOn] = useState(true);
  const [scheme, setScheme] = useState<'light' | 'dark'>('light');
  const schemes = [
    { value: 'light', label: t('theme.light') },
    { value: 'dark', label: t('theme.dark') },
  ] as const;
  return (
    <Specimens file="checkbox.tsx, switch.tsx, radio-group.tsx, segmented.tsx, select.tsx">
      <Specimen of="Checkbox: on and off, with a count, disabled">
        <Checkbox label="Chess" isChecked={isOn} onChange={setOn} />
        <Checkbox label="Rowing" isChecked={!isOn} onChange={() => setOn(!isOn)}>
          34
        </Checkbox>
        <Checkbox label="Hiking" isChecked isDisabled onChange={() => undefined} />
      </Specimen>
      <Specimen of="Switch: on and off, with description, disabled">
        <Switch label={t('hooks.switch')} isOn={isOn} onChange={setOn} />
        <Switch
          label={t('keys.personal')}
          description={t('theme.colorBody')}
          isOn={!isOn}
          onChange={() => setOn(!isOn)}
        />
        <Switch label={t('hooks.off_admin')} isOn isDisabled onChange={() => undefined} />
      </Specimen>
      <Specimen of="Segmented: words; icons alone; isBlock" isRow>
        <Segmented
          label={t('appearance.label')}
          value={scheme}
          options={schemes}
          onChange={setScheme}
        />
        <Segmented
          isIconOnly
          label={`${t('appearance.label')} 2`}
          value={scheme}
          options={[
            { value: 'light', label: t('theme.light'), icon: LayoutGrid },
            { value: 'dark', label: t('theme.dark'), icon: List },
          ]}
          onChange={setScheme}
        />
        <Segmented
          isBlock
          label={`${t('appearance.label')} 3`}
          value={scheme}
          options={schemes}
          onChange={setScheme}
        />
      </Specimen>
      <Specimen of="RadioGroup: with description, with error">
        <RadioGroup
          label={`${t('appearance.label')} 4`}
          description={t('theme.colorBody')}
          error={t('theme.bad')}
          value={scheme}
          options={schemes}
          onChange={setScheme}
        />
      </Specimen>
      <Specimen of="RadioCards: in a row">
        <RadioCards
          isRow
          label={`${t('appearance.label')} 5`}
          value={scheme}
          options={schemes.map((one) => ({ ...one, body: t('theme.colorBody'), icon: Palette }))}
          onChange={setScheme}
        />
      </Specimen>
      <Specimen of="Select">
        <Select
          label={t('appearance.label')}
          value={scheme}
          options={schemes}
          onChange={setScheme}
        />
      </Specimen>
    </Specimens>
  );
}

function OtherFields() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [values, setValues] = useState(['Chess', 'Rowing']);
  const [count, setCount] = useState<number | null>(12);
  const [color, setColor] = useState('#005fbf');
  return (
    <Specimens file="search-field.tsx, number-field.tsx, color-field.tsx, tag-field.tsx, copy-field.tsx">
      <Specimen of="SearchField: empty; busy">
        <SearchField label={t('api.search')} value={text} onChange={setText} />
        <SearchField
          label={`${t('api.search')} 2`}
          isBusy
          value="users"
          onChange={() => undefined}
        />
      </Specimen>
      <Specimen of="NumberField: with bounds; with error">
        <NumberField label="Places" min={1} max={500} value={count} onChange={setCount} />
        <NumberField label="Weeks" error={t('theme.bad')} value={count} onChange={setCount} />
      </Specimen>
      <Specimen of="ColorField">
        <ColorField label="Color" pickLabel="Pick a color" value={color} onChange={setColor} />
      </Specimen>
      <Specimen of="TagField">
        <TagField
          label="Interests"
          values={values}
          options={['Hiking', 'Theatre', 'Running']}
          onChange={setValues}
          max={5}
          maxLength={30}
        />
      </Specimen>
      <Specimen of="CopyField">
        <CopyField label={t('dev.base')} value={`${window.location.origin}/api/v1`} />
      </Specimen>
      <Specimen of="QrCode: for the address next to it">
        <QrCode label={t('dev.base')} value={`${window.location.origin}/api/v1`} size={8} />
      </Specimen>
    </Specimens>
  );
}
