import pg from "pg";

/** What tests do to the world behind the product's back, in its database. */
export class World {
  private readonly pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });

  close = () => this.pool.end();

  /** Lets so many days pass for one snitch: all its times move back, and the real sweep finds what is due. */
  async daysPass(token: string, days: number): Promise<void> {
    await this.pool.query(
      `UPDATE snitches SET deadline = deadline - $2 * interval '1 day',
         checked_in_at = checked_in_at - $2 * interval '1 day', counted_hour = NULL, counted_minute = NULL
       WHERE token = $1`,
      [token, days],
    );
  }

  /** Lets a person run the installation, as the first one who signs up does. */
  async makeOperator(email: string): Promise<void> {
    await this.pool.query("UPDATE users SET operator_since = now() WHERE email = $1", [email]);
  }
}
