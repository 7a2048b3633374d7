/** A variable has an invalid value. The message is one line that names the variable and says which values it accepts. */
export class EnvError extends Error {
  override readonly name = "EnvError";
}
