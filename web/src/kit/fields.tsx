import { useId, type ComponentProps, type ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { Checkbox } from '../ui/checkbox.tsx';
import type { FieldTexts } from '../ui/field.tsx';
import { RadioGroup, type RadioOption } from '../ui/radio-group.tsx';
import { Select } from '../ui/select.tsx';
import { Switch } from '../ui/switch.tsx';
import { PasswordField, TextArea, TextField } from '../ui/text-field.tsx';

/*
 * const { TextField, Select } = fieldsOf<Draft>();
 * <TextField name="title" label={…} maxLength={60} />: inside a Form or FormDialog of a Draft
 * The components of web/src/ui, bound to a form's values by name. Larger ones are in aria-fields.tsx.
 */

/** Names of the values that are a `V`. */
export type NamesOf<T, V> = {
  [K in keyof T & string]: T[K] extends V ? K : never;
}[keyof T & string];

export type Named<P, N extends string> = Omit<P, 'name' | 'value' | 'onChange' | 'error'> & {
  name: N;
};

interface CheckboxGroupProps {
  label: string;
  options: readonly { value: string; label: string; description?: string }[];
}

interface OwnFieldProps<V> {
  /** A custom control, which receives the value, a setter and the error. */
  children: (field: {
    value: V;
    error: string | undefined;
    onChange: (value: V) => void;
  }) => ReactNode;
}

export interface FieldsOf<T> {
  TextField: (props: Named<ComponentProps<typeof TextField>, NamesOf<T, string>>) => ReactNode;
  TextArea: (props: Named<ComponentProps<typeof TextArea>, NamesOf<T, string>>) => ReactNode;
  PasswordField: (
    props: Named<ComponentProps<typeof PasswordField>, NamesOf<T, string>>,
  ) => ReactNode;
  Select: <N extends NamesOf<T, string>>(
    props: FieldTexts & { name: N; options: readonly { value: T[N] & string; label: string }[] },
  ) => ReactNode;
  RadioGroup: <N extends NamesOf<T, string | null>>(
    props: FieldTexts & { name: N; options: readonly RadioOption<T[N] & string>[] },
  ) => ReactNode;
  Switch: (
    props: Omit<Named<ComponentProps<typeof Switch>, NamesOf<T, boolean>>, 'isOn'>,
  ) => ReactNode;
  Checkbox: (
    props: Omit<Named<ComponentProps<typeof Checkbox>, NamesOf<T, boolean>>, 'isChecked'>,
  ) => ReactNode;
  /**
   * Selects several of a few options, in their order. Groups with the same name share a value, and each changes only its own
   * options.
   */
  CheckboxGroup: <N extends NamesOf<T, readonly string[]>>(
    props: CheckboxGroupProps & { name: N },
  ) => ReactNode;
  OwnField: <N extends keyof T & string>(props: OwnFieldProps<T[N]> & { name: N }) => ReactNode;
}

/** Returns a value of the surrounding form with its error. */
export function useField<V>(name: string) {
  const { field, fieldState } = useController({ name });
  return {
    value: field.value as V,
    error: fieldState.error?.message,
    onChange: field.onChange as (value: V) => void,
    ref: field.ref,
  };
}

type Of<C extends (props: never) => unknown> = Named<Parameters<C>[0], string>;

const columnsFrom = 6;

const FormCheckboxGroup = ({ name, label, options }: CheckboxGroupProps & { name: string }) => {
  const { value: chosen, error, onChange } = useField<readonly string[]>(name);
  const id = useId();
  const put = (one: string, isChecked: boolean) => {
    const own = options.map(({ value }) => value);
    onChange([
      ...chosen.filter((value) => !own.includes(value)),
      ...own.filter((value) => (value === one ? isChecked : chosen.includes(value))),
    ]);
  };
  return (
    // A long list has two columns if there is space.
    <fieldset className={`grid ${options.length > columnsFrom ? 'gap-x-6 sm:grid-cols-2' : ''}`}>
      <legend className="mb-1 text-sm font-bold">{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <Checkbox
            label={option.label}
            {...(option.description && { describedBy: `${id}-${option.value}` })}
            isChecked={chosen.includes(option.value)}
            onChange={(isChecked) => put(option.value, isChecked)}
          />
          {option.description && (
            <p
              id={`${id}-${option.value}`}
              className="-mt-1 pb-2 ps-8 text-sm text-ink-2 touch:-mt-2"
            >
              {option.description}
            </p>
          )}
        </div>
      ))}
      {error && (
        <p role="alert" className="col-span-full text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
};

const fields = {
  TextField: ({ name, ...rest }: Of<typeof TextField>) => (
    <TextField {...rest} {...useField<string>(name)} name={name} />
  ),
  TextArea: ({ name, ...rest }: Of<typeof TextArea>) => (
    <TextArea {...rest} {...useField<string>(name)} name={name} />
  ),
  PasswordField: ({ name, ...rest }: Of<typeof PasswordField>) => (
    <PasswordField {...rest} {...useField<string>(name)} name={name} />
  ),
  Select: ({ name, ...rest }: Of<typeof Select>) => {
    const { ref: _, ...field } = useField<string>(name);
    return <Select {...rest} {...field} name={name} />;
  },
  RadioGroup: ({ name, ...rest }: Of<typeof RadioGroup>) => {
    const { ref: _, ...field } = useField<string | null>(name);
    return <RadioGroup {...rest} {...field} />;
  },
  Switch: ({ name, ...rest }: Omit<Of<typeof Switch>, 'isOn'>) => {
    const { value, onChange } = useField<boolean>(name);
    return <Switch {...rest} name={name} isOn={value} onChange={onChange} />;
  },
  Checkbox: ({ name, ...rest }: Omit<Of<typeof Checkbox>, 'isChecked'>) => {
    const { value, onChange } = useField<boolean>(name);
    return <Checkbox {...rest} isChecked={value} onChange={onChange} />;
  },
  CheckboxGroup: FormCheckboxGroup,
  OwnField: ({ name, children }: OwnFieldProps<unknown> & { name: string }) =>
    children(useField(name)),
};

/** Returns the fields of a form, typed by `T`. */
export const fieldsOf = <T,>(): FieldsOf<T> => fields as unknown as FieldsOf<T>;
