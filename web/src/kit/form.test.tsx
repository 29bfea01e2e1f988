import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { CallError } from '../lib/call-error.ts';
import { paths } from '../paths.ts';
import { stage, resetStage } from '../testing/stage.tsx';
import { ariaFieldsOf } from './aria-fields.tsx';
import { fieldsOf } from './fields.tsx';
import { FormDialog } from './form-dialog.tsx';
import { Form, SubmitButton, useForm } from './form.tsx';

afterEach(resetStage);

interface Draft {
  name: string;
  about: string;
  secret: string;
  kind: 'open' | 'closed';
  reason: 'spam' | 'other' | null;
  isOn: boolean;
  isLoud: boolean;
  days: string[];
  places: number | null;
  tags: string[];
}
const initial: Draft = {
  name: '',
  about: '',
  secret: '',
  kind: 'open',
  reason: null,
  isOn: false,
  isLoud: false,
  days: ['wed'],
  places: 5,
  tags: ['Chess'],
};
const of = fieldsOf<Draft>();
const { NumberField, TagField } = ariaFieldsOf<Draft>();

const Fields = () => (
  <>
    <of.TextField name="name" label="Name" />
    <of.TextArea name="about" label="About" />
    <of.PasswordField name="secret" label="Secret" />
    <of.Select
      name="kind"
      label="Kind"
      options={[
        { value: 'open', label: 'Open' },
        { value: 'closed', label: 'Closed' },
      ]}
    />
    <of.RadioGroup
      name="reason"
      label="Reason"
      options={[
        { value: 'spam', label: 'Spam' },
        { value: 'other', label: 'Other' },
      ]}
    />
    <of.Switch name="isOn" label="On" />
    <of.Checkbox name="isLoud" label="Loud" />
    <of.CheckboxGroup
      name="days"
      label="Days"
      options={[
        { value: 'mon', label: 'Monday' },
        { value: 'wed', label: 'Wednesday', description: 'In the middle' },
      ]}
    />
    <NumberField name="places" label="Places" min={1} max={9} />
    <TagField name="tags" label="Tags" options={[]} max={3} maxLength={20} />
  </>
);

const showDialog = (save: (draft: Draft) => Promise<unknown>, onClose = () => undefined) =>
  stage(
    <FormDialog<Draft>
      title="New club"
      submitLabel="Create"
      defaultValues={initial}
      isComplete={({ name }) => name !== ''}
      validate={({ name }) => ({ name: name.length < 3 ? 'At least 3 letters' : undefined })}
      errorFields={{ too_many_hubs: 'kind' }}
      save={save}
      onClose={onClose}
    >
      <Fields />
    </FormDialog>,
  );
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Create' }));
const failure = (code: 'invalid_input' | 'too_many_hubs' | 'forbidden', fields = {}) =>
  Promise.reject(new CallError({ status: 400, code, message: code, fields }));

test('every field sets its value, and the form submits when it is complete', async () => {
  const save = vi.fn<(draft: Draft) => Promise<void>>(async () => undefined);
  const onClose = vi.fn<() => undefined>();
  await showDialog(save, onClose);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create' });
  expect(button.disabled).toBe(true);
  type('Name', 'Chess club');
  type('About', 'We play');
  type('Secret', 'hush');
  type('Kind', 'closed');
  for (const name of ['Other', 'On', 'Loud', 'Monday', 'Wednesday'])
    fireEvent.click(screen.getByLabelText(name));
  fireEvent.click(screen.getByRole('button', { name: 'Increase Places' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove Chess' }));
  expect(button.disabled).toBe(false);
  submit();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(save.mock.calls[0]?.[0]).toEqual({
    name: 'Chess club',
    about: 'We play',
    secret: 'hush',
    kind: 'closed',
    reason: 'other',
    isOn: true,
    isLoud: true,
    days: ['mon'],
    places: 6,
    tags: [],
  });
});

test('the form shows an error at an invalid field and sends nothing', async () => {
  const save = vi.fn<() => Promise<void>>(async () => undefined);
  await showDialog(save);
  await screen.findByRole('button', { name: 'Create' });
  type('Name', 'Ab');
  submit();
  expect(await screen.findByText('At least 3 letters')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(save).not.toHaveBeenCalled();
});

test('server errors appear at their field by name or code, and other errors appear below the form', async () => {
  const save = vi
    .fn<() => Promise<unknown>>()
    .mockImplementationOnce(() => failure('invalid_input', { about: 'Too long', unknown: 'x' }))
    .mockImplementationOnce(() => failure('too_many_hubs'))
    .mockImplementationOnce(() => failure('forbidden'));
  await showDialog(save);
  await screen.findByRole('button', { name: 'Create' });
  type('Name', 'Chess club');
  submit();
  const about = screen.getByLabelText('About');
  await waitFor(() => expect(about.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Too long')).toBeTruthy();
  expect(document.activeElement).toBe(about);
  submit();
  const kind = screen.getByLabelText('Kind');
  await waitFor(() => expect(kind.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.queryByText('Too long')).toBeNull();
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'You don’t have permission to do that.',
  );
});

function Page({ save }: { save: () => Promise<unknown> }) {
  const form = useForm({ defaultValues: { name: 'Old' }, save });
  return (
    <Form form={form} isGuarded>
      <of.TextField name="name" label="Name" />
      <SubmitButton form={form} />
      <button type="button" onClick={() => form.reset()}>
        {form.isDirty ? 'Discard' : 'Unchanged'}
      </button>
    </Form>
  );
}

test('a page with unsaved changes asks before leaving, but not after saving, and Discard restores the saved values', async () => {
  const { router } = await stage(<Page save={async () => undefined} />);
  type('Name', 'New');
  expect(screen.getByRole('button', { name: 'Discard' })).toBeTruthy();
  void router.navigate({ to: paths.directory });
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('button', { name: 'Unchanged' })).toBeTruthy();
  expect(router.state.location.pathname).not.toBe(paths.directory);
  void router.navigate({ to: paths.directory });
  await waitFor(() => expect(router.state.location.pathname).toBe(paths.directory));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  type('Name', 'Newer');
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('New'));
});
