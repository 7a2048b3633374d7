/** Code that verifies a request’s signature, in four languages and without a library. The documentation shows it, and its tests run it. */
export const VERIFY = [
  {
    name: "Node",
    text: `import { createHmac, timingSafeEqual } from "node:crypto";

// \`body\` is the raw text: parse it only after verifying.
export function verify(headers, body, secret) {
  const id = headers["webhook-id"];
  const at = headers["webhook-timestamp"];
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) throw new Error("Too old.");
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${at}.\${body}\`).digest();
  const isSigned = String(headers["webhook-signature"]).split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) throw new Error("Not signed with this secret.");
  return JSON.parse(body);
}`,
  },
  {
    name: "Python",
    text: `import base64, hashlib, hmac, json, time

# \`body\` is the raw text: parse it only after verifying.
def verify(headers, body, secret):
    id, at = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(at)) > 300:
        raise ValueError("Too old.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{at}.{body}".encode(), hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    signatures = headers["webhook-signature"].split(" ")
    if not any(hmac.compare_digest(expected.encode(), given.encode()) for given in signatures):
        raise ValueError("Not signed with this secret.")
    return json.loads(body)`,
  },
  {
    name: "Ruby",
    text: `require "json"
require "openssl"

# \`body\` is the raw text: parse it only after verifying.
def verify(headers, body, secret)
  id, at = headers.fetch("webhook-id"), headers.fetch("webhook-timestamp")
  raise "Too old." if (Time.now.to_i - Integer(at)).abs > 300
  key = secret.delete_prefix("whsec_").unpack1("m")
  digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{at}.#{body}")
  expected = "v1," + [digest].pack("m0")
  signatures = headers.fetch("webhook-signature").split(" ")
  raise "Not signed with this secret." unless signatures.any? { |given| OpenSSL.secure_compare(given, expected) }
  JSON.parse(body)
end`,
  },
  {
    name: "Go",
    text: `package hooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify returns an error if the request was not signed with secret. body is the raw text.
func Verify(headers http.Header, body []byte, secret string) error {
	id, at := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return errors.New("too old")
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return err
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + at + "." + string(body)))
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return nil
		}
	}
	return errors.New("not signed with this secret")
}`,
  },
];
