//! Opens pages in a headless Chromium and asks them questions, over the pipe of its debugging protocol.

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A running browser with one page, which ends when this is dropped.
#[derive(Debug)]
pub struct Browser {
    child: Child,
    out: File,
    replies: BufReader<File>,
    asked: u64,
    session: Value,
    /// What pages wrote to the console, and errors that no script caught.
    pub complaints: Vec<String>,
}

/// The browser of this machine, if it has one.
fn installed() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path);
    candidates.flat_map(|folder| NAMES.map(|name| folder.join(name))).find(|file| file.is_file())
}

impl Browser {
    /// Starts a browser, whose files are in `folder`. None, after a line on standard error, where no Chromium is installed.
    ///
    /// # Panics
    /// If it is installed and does not start.
    pub fn start(folder: &Path) -> Option<Self> {
        let Some(program) = installed() else {
            // Past the capture of what tests print: that a test was left out is to be seen.
            let _ = writeln!(std::io::stderr(), "no Chromium on the PATH: pages were not opened");
            return None;
        };
        let [to, from] = ["to", "from"].map(|name| folder.join(name));
        let made = Command::new("mkfifo").args([&to, &from]).status().expect("pipes can be made");
        assert!(made.success());
        // The protocol is spoken over the descriptors 3 and 4, which a shell can open.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<\"$TO\" 4>\"$FROM\""])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .env("TO", &to)
            .env("FROM", &from)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let out = File::options().write(true).open(to).expect("the browser reads");
        let replies = BufReader::new(File::open(from).expect("the browser writes"));
        let session = Value::Null;
        let mut browser = Self { child, out, replies, asked: 0, session, complaints: Vec::new() };
        let target = browser.ask("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        browser.session = browser.ask("Target.attachToTarget", &attach)["sessionId"].clone();
        for domain in ["Page", "Runtime", "Log", "Performance"] {
            browser.ask(&format!("{domain}.enable"), &json!({}));
        }
        Some(browser)
    }

    /// Opens the page in a file, in a window of this size.
    ///
    /// # Panics
    /// If the browser is gone.
    pub fn open(&mut self, page: &Path, (width, height): (u32, u32)) {
        let window =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", &window);
        self.ask("Page.navigate", &json!({"url": format!("file://{}", page.display())}));
    }

    /// The value of an expression, or of what it promises.
    ///
    /// # Panics
    /// If the expression fails.
    pub fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let reply = self.ask("Runtime.evaluate", &asked);
        assert!(reply["exceptionDetails"].is_null(), "{expression}: {reply}");
        reply["result"]["value"].clone()
    }

    /// What the process of the page has taken of a processor since it began.
    ///
    /// # Panics
    /// If the browser is gone.
    pub fn processor_seconds(&mut self) -> f64 {
        let metrics = self.ask("Performance.getMetrics", &json!({}));
        let metrics = metrics["metrics"].as_array().expect("a list").iter();
        let mut time = metrics.filter(|metric| metric["name"] == "ProcessTime");
        time.find_map(|metric| metric["value"].as_f64()).expect("the time of the process")
    }

    /// Sends a command and waits for its reply.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let mut command = json!({"id": self.asked, "method": method, "params": params});
        if !self.session.is_null() {
            command["sessionId"] = self.session.clone();
        }
        let mut bytes = command.to_string().into_bytes();
        bytes.push(0);
        self.out.write_all(&bytes).expect("the browser is there");
        loop {
            let mut bytes = Vec::new();
            self.replies.read_until(0, &mut bytes).expect("the browser is there");
            assert_eq!(bytes.pop(), Some(0), "the browser ended before it answered {method}");
            let reply: Value = serde_json::from_slice(&bytes).expect("the protocol is JSON");
            if reply["id"] == self.asked {
                assert!(reply["error"].is_null(), "{method}: {reply}");
                return reply["result"].clone();
            }
            let event = reply["method"].as_str().unwrap_or_default();
            let complains =
                ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
            if complains.contains(&event) {
                self.complaints.push(reply["params"].to_string());
            }
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
