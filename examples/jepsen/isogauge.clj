;; A checker for a Jepsen test: isogauge must be on the control node's PATH. Not run by our tests.
(require '[clojure.java.io :as io]
         '[clojure.java.shell :refer [sh]]
         '[jepsen.checker :as checker]
         '[jepsen.store :as store])

(defn isogauge
  "Checks the history at one of Isogauge's levels, such as \"strict-serializable\"."
  [level]
  (reify checker/Checker
    (check [_ test history opts]
      (let [edn  (store/path! test (:subdirectory opts) "isogauge.edn")
            html (store/path! test (:subdirectory opts) "isogauge.html")]
        (with-open [writer (io/writer edn)]
          (binding [*out* writer]
            (run! prn history)))
        (let [{:keys [exit out err]}
              (sh "isogauge" "check" "--level" level "--html" (str html) (str edn))]
          {:valid? (get {0 true, 1 false} (long exit) :unknown)
           :out    out
           :err    err})))))
